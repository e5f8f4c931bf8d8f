// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {Words} from "../../../test/contracts/Words.sol";
import {LpExposure} from "../../../tools/contracts/libraries/LpExposure.sol";
import {PoolKey} from "../../../tools/protocols/uniswap-v4/contracts/IV4PositionManager.sol";
import {UniswapV4Reader} from "../../../tools/protocols/uniswap-v4/contracts/UniswapV4Reader.sol";
import {MockV4PositionManager} from "./MockV4PositionManager.sol";
import {V4Unlock} from "./V4Unlock.sol";

/// @notice Positions at the feeds' prices, whatever their pool trades at.
contract UniswapV4ReaderTest is Test {
    /// @dev Of one base unit, with 36 decimals: a token of 18 decimals at 2 000 USD, one of 6 at 1 USD.
    uint256 private constant ETHER = 2_000e18;
    uint256 private constant DOLLAR = 1e30;
    address private constant WRAPPED = address(0x11);
    address private constant DOLLARS = address(0x22);
    address private constant ACCOUNT = address(0x33);
    uint128 private constant LIQUIDITY = 2e15;
    int24 private constant LOWER = -203_160;
    int24 private constant UPPER = -197_460;
    MockV4PositionManager private manager = new MockV4PositionManager();
    UniswapV4Reader private reader = new UniswapV4Reader(manager, WRAPPED);

    function _pool(address hooks) private pure returns (PoolKey memory) {
        return PoolKey(address(0), DOLLARS, 500, 10, hooks);
    }

    function _mint(address owner) private returns (uint256) {
        return manager.mint(owner, _pool(address(0)), LOWER, UPPER, LIQUIDITY);
    }

    /// @dev Words of an answer: place, health, where lots are, how many, where the one is; then units, index, claimable
    /// from, where legs are, how many, token and amount of each.
    function ask(uint256 id) public view returns (bytes memory) {
        uint256[] memory prices = new uint256[](2);
        (prices[0], prices[1]) = (ETHER, DOLLAR);
        return Words.ask(address(reader), abi.encodeCall(reader.holdings, (ACCOUNT, bytes32(id), prices)));
    }

    function test_I64_aPositionIsWorthWhatItHoldsAtTheFeeds() public {
        bytes memory said = ask(_mint(ACCOUNT));
        (uint256 amount0, uint256 amount1) =
            LpExposure.amounts(LpExposure.sqrtPriceX96(ETHER, DOLLAR), LOWER, UPPER, LIQUIDITY);
        assertEq(Words.at(said, 1), type(uint256).max);
        assertEq(Words.at(said, 3), 1);
        assertEq(Words.at(said, 5), LIQUIDITY);
        assertEq(Words.at(said, 6), 1);
        assertEq(Words.at(said, 10), uint160(WRAPPED));
        assertEq(Words.at(said, 11), amount0);
        assertEq(Words.at(said, 12), uint160(DOLLARS));
        assertEq(Words.at(said, 13), amount1);
        assertGt(amount0, 0);
        assertGt(amount1, 0);
    }

    function test_I68_aPlaceIsAPoolWithItsHook() public {
        bytes memory plain = ask(_mint(ACCOUNT));
        uint256 hooked = manager.mint(ACCOUNT, _pool(address(0xc0)), LOWER, UPPER, LIQUIDITY);
        assertEq(
            bytes32(Words.at(plain, 0)),
            keccak256(abi.encode(manager, keccak256(abi.encode(_pool(address(0))))))
        );
        assertNotEq(Words.at(ask(hooked), 0), Words.at(plain, 0));
    }

    function test_whatIsAnothersOrBurnedIsEmpty() public {
        assertEq(Words.at(ask(_mint(address(0x44))), 5), 0);
        uint256 id = _mint(ACCOUNT);
        manager.burn(id);
        assertEq(Words.at(ask(id), 5), 0);
        assertEq(reader.tokens(bytes32(id)).length, 2);
    }

    function test_theNativeCoinCountsAsItsWrappedOne() public {
        address[] memory list = reader.tokens(bytes32(_mint(ACCOUNT)));
        assertEq(list[0], WRAPPED);
        assertEq(list[1], DOLLARS);
    }

    function test_error_aPoolOfTheNativeCoinAndItsWrappedOneCannotBeCounted() public {
        PoolKey memory pool = PoolKey(address(0), WRAPPED, 0, 60, address(0xc0));
        uint256 id = manager.mint(ACCOUNT, pool, -60, 60, 1);
        vm.expectRevert(UniswapV4Reader.OneToken.selector);
        this.ask(id);
    }

    function test_whatTouchesPositions() public {
        for (uint256 i = 1; i < 40; ++i) {
            _mint(ACCOUNT);
        }
        bytes[] memory inputs = new bytes[](6);
        inputs[0] = V4Unlock.change(7, 1);
        inputs[1] = V4Unlock.mint(ACCOUNT);
        inputs[2] = abi.encode(address(1), address(2));
        inputs[3] = V4Unlock.mint(ACCOUNT);
        inputs[4] = V4Unlock.change(8, 0);
        inputs[5] = abi.encode(uint256(9), uint128(0), uint128(0), "");
        bytes memory data = V4Unlock.encode(hex"00020d020103", inputs);
        bytes32 next = reader.mark(ACCOUNT, data);
        bytes32[] memory keys = reader.touched(ACCOUNT, next, data, "");
        uint256[5] memory expected = [uint256(7), 40, 41, 8, 9];
        assertEq(keys.length, expected.length);
        for (uint256 i; i < keys.length; ++i) {
            assertEq(uint256(keys[i]), expected[i]);
        }
        assertEq(reader.touched(ACCOUNT, next, hex"12345678", "").length, 0);
    }

    function test_positionsAreNumberedFromTheMark() public {
        bytes memory data = V4Unlock.one(2, V4Unlock.mint(ACCOUNT));
        assertEq(uint256(reader.mark(ACCOUNT, data)), 1);
        _mint(ACCOUNT);
        assertEq(uint256(reader.mark(ACCOUNT, data)), 2);
        assertEq(reader.mark(ACCOUNT, hex"12345678"), 0);
    }

    /// @notice A payment that fees of the position lower would count against what is lost at it.
    function testFuzz_I66_feesDoNotPayForWhatGoesIn(
        uint256 growth0,
        uint256 growth1,
        uint256 more,
        bool isFirst
    ) public {
        uint256 id = _mint(ACCOUNT);
        uint256[2] memory growths = [growth0, growth1];
        manager.pay(id, LOWER, UPPER, LIQUIDITY, growths);
        bytes memory data = V4Unlock.one(0, V4Unlock.change(id, 5));
        bytes32 before = reader.mark(ACCOUNT, data);
        manager.pay(id, LOWER, UPPER, LIQUIDITY + 5, growths);
        assertEq(uint256(reader.touched(ACCOUNT, before, data, "")[0]), id);
        vm.assume(more != (isFirst ? growth0 : growth1));
        growths[isFirst ? 0 : 1] = more;
        manager.pay(id, LOWER, UPPER, LIQUIDITY + 5, growths);
        vm.expectRevert(UniswapV4Reader.FeesNotCollected.selector);
        reader.touched(ACCOUNT, before, data, "");
    }

    /// @notice Each position that the call adds to is looked at, and what is not known is none.
    function test_I66_ofSeveralNoneIsPaidFees() public {
        (uint256 first, uint256 second) = (_mint(ACCOUNT), _mint(ACCOUNT));
        bytes memory data = V4Unlock.two(0, V4Unlock.change(first, 5), 0, V4Unlock.change(second, 5));
        bytes32 before = reader.mark(ACCOUNT, data);
        vm.expectRevert(UniswapV4Reader.FeesNotCollected.selector);
        reader.touched(ACCOUNT, 0, data, "");
        for (uint256 i; i < 2; ++i) {
            manager.pay(first, LOWER, UPPER, LIQUIDITY + 5, [i, 0]);
            manager.pay(second, LOWER, UPPER, LIQUIDITY + 5, [1 - i, 0]);
            vm.expectRevert(UniswapV4Reader.FeesNotCollected.selector);
            reader.touched(ACCOUNT, before, data, "");
        }
    }

    function test_whatHeldNoLiquidityEarnedNothing() public {
        uint256 id = manager.mint(ACCOUNT, _pool(address(0)), LOWER, UPPER, 0);
        bytes memory data = V4Unlock.one(0, V4Unlock.change(id, 5));
        bytes32 before = reader.mark(ACCOUNT, data);
        manager.pay(id, LOWER, UPPER, 5, [uint256(7), 8]);
        assertEq(uint256(reader.touched(ACCOUNT, before, data, "")[0]), id);
    }

    function test_takingOutMayBePaidFees() public {
        uint256 id = _mint(ACCOUNT);
        bytes memory data = V4Unlock.one(1, V4Unlock.change(id, 0));
        bytes32 before = reader.mark(ACCOUNT, data);
        manager.pay(id, LOWER, UPPER, LIQUIDITY, [uint256(7), 8]);
        assertEq(uint256(reader.touched(ACCOUNT, before, data, "")[0]), id);
    }
}
