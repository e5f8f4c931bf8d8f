// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {Words} from "../../../test/contracts/Words.sol";
import {FairReserves} from "../../../tools/protocols/uniswap-v2/contracts/FairReserves.sol";
import {IUniswapV2Router} from "../../../tools/protocols/uniswap-v2/contracts/IUniswapV2.sol";
import {UniswapV2Reader} from "../../../tools/protocols/uniswap-v2/contracts/UniswapV2Reader.sol";
import {MockFactory, MockPair} from "./MockPair.sol";

/// @notice Liquidity of pairs at the feeds' prices, whatever their reserves were bent to.
contract UniswapV2ReaderTest is Test {
    /// @dev Of one base unit, with 36 decimals: a token of 18 decimals at 2 000 USD, one of 6 at 1 USD.
    uint256 private constant ETHER = 2_000e18;
    uint256 private constant DOLLAR = 1e30;
    address private constant FIRST = address(0x11);
    address private constant SECOND = address(0x22);
    address private constant ACCOUNT = address(0x33);

    /// @dev The one lot of an answer.
    struct Said {
        uint256 units;
        uint256 index;
        uint256 amount0;
        uint256 amount1;
    }

    MockPair private pair;
    MockFactory private factory;
    UniswapV2Reader private reader;

    function setUp() public {
        pair = new MockPair(FIRST, SECOND);
        factory = new MockFactory(pair);
        reader = new UniswapV2Reader(factory);
        pair.set(1_000e18, 2_000_000e6);
        pair.mint(ACCOUNT, 4e15);
        pair.mint(address(this), 36e15);
    }

    function test_I64_aTenthOfAFairPair() public view {
        Said memory lot = _lot(ETHER, DOLLAR);
        assertEq(lot.units, 4e15);
        assertApproxEqRel(lot.amount0, 100e18, 1e6);
        assertApproxEqRel(lot.amount1, 200_000e6, 1e8);
    }

    /// @dev What a trade of any size leaves but for its fee: the product. The ratio says nothing.
    function testFuzz_I33_bentReservesMoveNothing(uint256 bent) public {
        Said memory fair = _lot(ETHER, DOLLAR);
        bent = bound(bent, 1e18, 1_000_000e18);
        pair.set(bent, 1_000e18 * 2_000_000e6 / bent);
        Said memory lot = _lot(ETHER, DOLLAR);
        assertApproxEqRel(_worth(lot), _worth(fair), 1e12);
        assertLe(_worth(lot), _worth(fair));
    }

    /// @dev No reserves with this product are worth less than those that count.
    function testFuzz_I34_leavingPaysAtLeastWhatCounts(uint256 bent) public {
        bent = bound(bent, 1e18, 1_000_000e18);
        pair.set(bent, 1_000e18 * 2_000_000e6 / bent);
        (uint256 reserve0, uint256 reserve1,) = pair.getReserves();
        assertLe(_worth(_lot(ETHER, DOLLAR)), (reserve0 * ETHER + reserve1 * DOLLAR) / 10);
    }

    /// @dev A gift shows in the index, by which the cage bounds it, and in no unit.
    function test_I67_aDonationRaisesTheIndexAlone() public {
        Said memory before = _lot(ETHER, DOLLAR);
        pair.set(4_000e18, 2_000_000e6);
        Said memory lot = _lot(ETHER, DOLLAR);
        assertEq(lot.units, before.units);
        assertApproxEqRel(lot.index, before.index * 2, 1e9);
        assertApproxEqRel(_worth(lot), _worth(before) * 2, 1e9);
    }

    function test_theIndexStaysWhateverOthersAddOrTakeOut() public {
        uint256 before = _lot(ETHER, DOLLAR).index;
        pair.mint(address(this), 40e15);
        pair.set(2_000e18, 4_000_000e6);
        assertApproxEqRel(_lot(ETHER, DOLLAR).index, before, 1e9);
    }

    /// @dev A sixth of the growth of the root is the protocol's with the next change of liquidity.
    function test_I64_theProtocolsShareIsNotTheAccounts() public {
        uint256 before = _lot(ETHER, DOLLAR).index;
        pair.setKLast(1_000e18 * 2_000_000e6);
        pair.set(1_210e18, 2_000_000e6);
        assertApproxEqRel(_lot(ETHER, DOLLAR).index, before * 110 / 100, 1e9);
        factory.setFeeTo(address(1));
        // 10 % of growth: (1.1 − 1) / (5 · 1.1 + 1) of the supply is minted.
        assertApproxEqRel(_lot(ETHER, DOLLAR).index, before * 110 * 65 / 66 / 100, 1e9);
    }

    function test_anUnknownPriceIsWorthNothing() public view {
        Said memory lot = _lot(0, DOLLAR);
        assertGt(lot.amount0, 0);
        assertEq(lot.amount1, 0);
        lot = _lot(ETHER, 0);
        assertEq(lot.amount0, 0);
        assertGt(lot.amount1, 0);
    }

    function testFuzz_bothSidesAreWorthTheSame(uint256 price0, uint256 price1) public pure {
        (price0, price1) = (bound(price0, 1e12, 1e36), bound(price1, 1e12, 1e36));
        (uint256 amount0, uint256 amount1) = FairReserves.amounts(1e30, price0, price1);
        assertApproxEqRel(amount0 * price0, amount1 * price1, 1e10);
        assertApproxEqRel(amount0 * amount1, 1e60, 1e10);
    }

    function test_I68_aPlaceIsAFactoryAndItsTokens() public view {
        bytes memory said = _ask(ACCOUNT, 0, 0);
        assertEq(Words.at(said, 0), uint256(keccak256(abi.encode(factory, FIRST, SECOND))));
        assertEq(Words.at(said, 1), type(uint256).max);
        assertEq(Words.at(said, 3), 1);
        assertEq(Words.at(said, 10), uint160(FIRST));
        assertEq(Words.at(said, 12), uint160(SECOND));
        address[] memory list = reader.tokens(_key());
        assertEq(list.length, 2);
        assertEq(list[0], FIRST);
        assertEq(list[1], SECOND);
    }

    function test_whatTouchesLiquidity() public view {
        bytes memory terms = abi.encode(SECOND, FIRST, 1, 1);
        bytes4[2] memory changes =
            [IUniswapV2Router.addLiquidity.selector, IUniswapV2Router.removeLiquidity.selector];
        for (uint256 i; i < changes.length; ++i) {
            bytes32[] memory keys = reader.touched(ACCOUNT, 0, abi.encodePacked(changes[i], terms), "");
            assertEq(keys.length, 1);
            assertEq(keys[0], _key());
        }
        bytes memory swap = abi.encodePacked(IUniswapV2Router.swapExactTokensForTokens.selector, terms);
        assertEq(reader.touched(ACCOUNT, 0, swap, "").length, 0);
        assertEq(reader.mark(ACCOUNT, ""), 0);
    }

    function test_whatIsAnothersIsNotCounted() public view {
        bytes memory said = _ask(address(0x44), ETHER, DOLLAR);
        assertEq(Words.at(said, 5), 0);
        assertEq(Words.at(said, 11), 0);
    }

    function _lot(uint256 price0, uint256 price1) private view returns (Said memory) {
        bytes memory said = _ask(ACCOUNT, price0, price1);
        assertEq(said.length, 14 * 32);
        return Said(Words.at(said, 5), Words.at(said, 6), Words.at(said, 11), Words.at(said, 13));
    }

    /// @dev Words of an answer: place, health, where lots are, how many, where the one is; then units, index, claimable
    /// from, where legs are, how many, token and amount of each.
    function _ask(address account, uint256 price0, uint256 price1) private view returns (bytes memory) {
        uint256[] memory prices = new uint256[](2);
        (prices[0], prices[1]) = (price0, price1);
        return Words.ask(address(reader), abi.encodeCall(reader.holdings, (account, _key(), prices)));
    }

    function _worth(Said memory lot) private pure returns (uint256) {
        return lot.amount0 * ETHER + lot.amount1 * DOLLAR;
    }

    function _key() private view returns (bytes32) {
        return bytes32(uint256(uint160(address(pair))));
    }
}
