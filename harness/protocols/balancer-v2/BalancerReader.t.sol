// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Words} from "../../../test/contracts/Words.sol";
import {BalancerReader} from "../../../tools/protocols/balancer-v2/contracts/BalancerReader.sol";
import {FairShares} from "../../../tools/protocols/balancer-v2/contracts/FairShares.sol";
import {IBalancerPool, IBalancerVault} from "../../../tools/protocols/balancer-v2/contracts/IBalancer.sol";
import {MockPool, MockVault} from "./MockBalancer.sol";

contract Decimals {
    uint8 public immutable decimals;

    constructor(uint8 count) {
        decimals = count;
    }
}

/// @notice Shares count by the invariant and the feeds, what lies inside of the Vault as it is.
contract BalancerReaderTest is Test {
    address private constant ACCOUNT = address(0xacc);
    uint256 private constant WEIGHT0 = 0.4e18;
    /// @dev USD with 36 decimals for a base unit.
    uint256 private constant DAI_PRICE = 1e18;
    uint256 private constant USDC_PRICE = 1e30;
    uint256 private constant WETH_PRICE = 3000e18;

    /// @dev What is said of the one lot.
    struct Said {
        uint256 units;
        uint256 index;
        address[3] tokens;
        uint256[3] amounts;
    }

    MockVault private _vault = new MockVault();
    MockPool private _weighted = new MockPool(bytes12(uint96(2) << 80), WEIGHT0);
    MockPool private _stable = new MockPool(0, 0);
    address private _dai = address(new Decimals(18));
    address private _usdc = address(new Decimals(6));
    address private _usdt = address(new Decimals(6));
    address private _weth = address(new Decimals(18));
    BalancerReader private _reader;

    function setUp() public {
        address[] memory two = new address[](2);
        (two[0], two[1]) = (_dai, _weth);
        _vault.setTokens(_weighted.getPoolId(), two);
        address[] memory four = new address[](4);
        (four[0], four[1], four[2], four[3]) = (_dai, address(_stable), _usdc, _usdt);
        _vault.setTokens(_stable.getPoolId(), four);
        _reader = new BalancerReader(
            IBalancerVault(address(_vault)),
            IBalancerPool(address(_weighted)),
            IBalancerPool(address(_stable))
        );
    }

    function _prices(uint256 a, uint256 b) private pure returns (uint256[] memory prices) {
        prices = new uint256[](2);
        (prices[0], prices[1]) = (a, b);
    }

    function _prices(uint256 a, uint256 b, uint256 c) private pure returns (uint256[] memory prices) {
        prices = new uint256[](3);
        (prices[0], prices[1], prices[2]) = (a, b, c);
    }

    function _lot(bytes32 key, uint256[] memory prices) private view returns (Said memory lot) {
        bytes memory said =
            Words.ask(address(_reader), abi.encodeCall(_reader.holdings, (ACCOUNT, key, prices)));
        assertEq(bytes32(Words.at(said, 0)), keccak256(abi.encode(_vault, key)));
        assertEq(Words.at(said, 1), type(uint256).max);
        // One lot, which begins with its units.
        assertEq(Words.at(said, 3), 1);
        (lot.units, lot.index) = (Words.at(said, 5), Words.at(said, 6));
        uint256 legs = Words.at(said, 9);
        assertEq(legs, prices.length);
        for (uint256 i; i < legs; ++i) {
            lot.tokens[i] = address(uint160(Words.at(said, 10 + 2 * i)));
            lot.amounts[i] = Words.at(said, 11 + 2 * i);
        }
    }

    /// @dev A pool that trades at the feeds: 400 000 DAI and 200 WETH, so that its product is 400 000^0.4 · 200^0.6.
    function test_I33_I64_weightedSharesAtTheFeeds() public {
        uint256 product = 4_182_558_210_365_092_922_611;
        _weighted.set(product * 2, product, product, 0);
        _weighted.give(ACCOUNT, product);
        Said memory lot = _lot(_weighted.getPoolId(), _prices(DAI_PRICE, WETH_PRICE));
        assertEq(lot.units, product);
        assertEq(lot.index, 0.5e18);
        // A half of it, of both tokens in proportion to their weights.
        assertApproxEqRel(lot.amounts[0], 200_000e18, 1e14);
        assertApproxEqRel(lot.amounts[1], 100e18, 1e14);
        assertApproxEqRel(lot.amounts[0] * 3, lot.amounts[1] * 3000 * 2, 1e12);
    }

    /// @dev Whatever the prices, no balances of the same product are worth less than what is counted.
    function testFuzz_weightedIsTheLeast(uint256 balance0, uint256 balance1, uint256 price0, uint256 price1)
        public
        pure
    {
        balance0 = bound(balance0, 1e15, 1e30);
        balance1 = bound(balance1, 1e15, 1e30);
        price0 = bound(price0, 1e12, 1e24);
        price1 = bound(price1, 1e12, 1e24);
        // Of equal weights the product is a square root.
        uint256 product = Math.sqrt(balance0 * balance1);
        (uint256 fair0, uint256 fair1) = FairShares.weighted(product, 0.5e18, [price0, price1]);
        uint256 counted = fair0 * price0 + fair1 * price1;
        assertLe(counted, balance0 * price0 + balance1 * price1);
        // And it is no less than the least by more than its margin: twice the root of everything's product.
        uint256 least = 2 * Math.mulDiv(product, Math.sqrt(price0 * price1), 1);
        if (product > 1e12) assertApproxEqRel(counted, least, 1e10);
    }

    function testFuzz_powerIsNeverLess(uint256 base, uint256 exponent) public pure {
        base = bound(base, 1 << 36, 1 << 156);
        exponent = bound(exponent, 1, 1e18 - 1);
        uint256 power = FairShares.powerUp(base, exponent);
        uint256 rest = FairShares.powerUp(base, 1e18 - exponent);
        // Both parts together are the base, and a little more.
        uint256 whole = Math.mulDiv(power, rest, 1 << 96);
        assertGe(whole, base);
        assertApproxEqRel(whole, base, 1e10);
    }

    function test_I10_unknownPriceTakesEverything() public {
        _weighted.set(1e18, 1e18, 1e18, 0);
        _weighted.give(ACCOUNT, 1e18);
        Said memory lot = _lot(_weighted.getPoolId(), _prices(0, WETH_PRICE));
        assertEq(lot.amounts[0], 1e18);
        assertEq(lot.amounts[1], 0);
        _stable.set(0, 0, 0, 1e18);
        _stable.give(ACCOUNT, 3e18);
        lot = _lot(_stable.getPoolId(), _prices(DAI_PRICE, USDC_PRICE, 0));
        assertEq(lot.amounts[0], 0);
        assertEq(lot.amounts[1], 0);
        assertEq(lot.amounts[2], 3e6);
    }

    function test_I65_whatTheProtocolTakesIsNotCounted() public {
        _weighted.set(1e18, 1.1e18, 1e18, 0);
        _weighted.give(ACCOUNT, 1e18);
        _vault.setFee(0.5e18);
        assertEq(_lot(_weighted.getPoolId(), _prices(DAI_PRICE, WETH_PRICE)).index, 1.05e18);
    }

    function test_default_stableSharesAreThirds() public {
        _stable.set(0, 0, 0, 1.01e18);
        _stable.give(ACCOUNT, 3000e18);
        Said memory lot = _lot(_stable.getPoolId(), _prices(DAI_PRICE, USDC_PRICE, USDC_PRICE));
        assertEq(lot.units, 3000e18);
        assertEq(lot.index, 1.01e18);
        assertEq(lot.amounts[0], 1010e18);
        assertEq(lot.amounts[1], 1010e6);
        assertEq(lot.amounts[2], 1010e6);
    }

    function test_I33_stableSharesAreWorthTheCheapest() public {
        _stable.set(0, 0, 0, 1e18);
        _stable.give(ACCOUNT, 3000e18);
        Said memory lot = _lot(_stable.getPoolId(), _prices(DAI_PRICE, USDC_PRICE, USDC_PRICE / 2));
        uint256 value =
            lot.amounts[0] * DAI_PRICE + lot.amounts[1] * USDC_PRICE + lot.amounts[2] * (USDC_PRICE / 2);
        // 3 000 of half a dollar.
        assertEq(value, 1500e36);
    }

    function test_I67_inTheMiddleOfACallNothingIsRead() public {
        _stable.set(0, 0, 0, 1e18);
        _stable.give(ACCOUNT, 1e18);
        bytes memory asked = abi.encodeCall(
            _reader.holdings, (ACCOUNT, _stable.getPoolId(), _prices(DAI_PRICE, USDC_PRICE, USDC_PRICE))
        );
        vm.expectRevert(BalancerReader.VaultEntered.selector);
        _vault.enter(address(_reader), asked);
    }

    function test_default_whatLiesInside() public {
        bytes32 key = bytes32(uint256(uint160(_usdc)));
        _vault.put(ACCOUNT, _usdc, 5e6);
        assertEq(_reader.tokens(key).length, 1);
        Said memory lot = _lot(key, new uint256[](1));
        assertEq(lot.units, 5e6);
        assertEq(lot.tokens[0], _usdc);
        assertEq(lot.amounts[0], 5e6);
    }

    function test_default_nothingOfWhatNobodyKnows() public view {
        bytes32 unknown = bytes32(uint256(1) << 200);
        assertEq(_reader.tokens(unknown).length, 0);
        assertEq(_lot(unknown, new uint256[](0)).units, 0);
        assertEq(_lot(_stable.getPoolId(), _prices(1, 1, 1)).units, 0);
    }

    function test_I65_touched() public view {
        IBalancerVault.PoolRequest memory request;
        bytes32 id = _stable.getPoolId();
        bytes memory join = abi.encodeCall(IBalancerVault.joinPool, (id, ACCOUNT, ACCOUNT, request));
        assertEq(_reader.touched(ACCOUNT, 0, join, "")[0], id);
        bytes memory exit = abi.encodeCall(IBalancerVault.exitPool, (id, ACCOUNT, ACCOUNT, request));
        assertEq(_reader.touched(ACCOUNT, 0, exit, "")[0], id);
        IBalancerVault.UserBalanceOp[] memory ops = new IBalancerVault.UserBalanceOp[](2);
        ops[0] = IBalancerVault.UserBalanceOp(0, _usdc, 1, ACCOUNT, ACCOUNT);
        ops[1] = IBalancerVault.UserBalanceOp(1, _dai, 1, ACCOUNT, ACCOUNT);
        bytes32[] memory keys =
            _reader.touched(ACCOUNT, 0, abi.encodeCall(IBalancerVault.manageUserBalance, (ops)), "");
        assertEq(keys.length, 2);
        assertEq(keys[0], bytes32(uint256(uint160(_usdc))));
        assertEq(keys[1], bytes32(uint256(uint160(_dai))));
    }
}
