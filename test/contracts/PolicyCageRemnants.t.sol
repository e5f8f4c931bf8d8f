// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {LendingFixture} from "./LendingFixture.sol";

/// @notice What counts of lots that went between actions, wholly or but for a speck.
contract PolicyCageRemnantsTest is LendingFixture {
    /// @notice Who pays off a debt wholly pays its interest as well, and that is no profit either.
    function test_I66_aDebtThatAnotherPaysOffCountsWithItsInterest() public {
        _lever();
        debtUsdc.grow(500);
        assertApproxEqAbs(cage.netAssetValueUsdc(), 96_000e6, 2);
        debtUsdc.burn(address(cage), 80_000e6);
        assertApproxEqAbs(cage.netAssetValueUsdc(), 96_000e6, 2);
        _run(_calls(address(pool), 0, abi.encodeCall(pool.withdraw, (aUsdc, 1e6, address(cage)))));
        assertApproxEqAbs(cage.netAssetValueUsdc(), 96_000e6, 2);
        debtUsdc.grow(1_000);
        assertApproxEqAbs(cage.netAssetValueUsdc(), 87_600e6, 4);
    }

    /// @notice What went wholly counts at what it is worth now, not at what it was worth when the cage looked.
    function test_I67_whatWentWhollyCountsAtTheIndexOfNow() public {
        _run(_supplyTo(aUsdc, 90_000e6));
        _pass(365 days);
        aUsdc.grow(500);
        aUsdc.burn(address(cage), 90_000e6);
        usdc.mint(address(cage), 94_500e6);
        assertApproxEqAbs(cage.netAssetValueUsdc(), 104_500e6, 2);
    }

    /// @notice An order over all of a position is filled after the price went up: its proceeds are no gift.
    function test_I67_whatWentWhollyCountsAtThePriceOfNow() public {
        _run(_buyWeth(40_000e6));
        _pass(INTERVAL);
        _run(_supply(20e18));
        _setPrice(wethFeed, 3_000);
        aWeth.burn(address(cage), 20e18);
        usdc.mint(address(cage), 60_000e6);
        assertApproxEqAbs(cage.netAssetValueUsdc(), 120_000e6, 2);
        usdc.mint(address(cage), 60_000e6);
        assertApproxEqAbs(cage.netAssetValueUsdc(), 120_000e6, 2);
    }

    /// @notice And after it went down, a gift beside them offsets nothing.
    function test_I66_whatWentWhollyPaysForNoGift() public {
        _run(_buyWeth(40_000e6));
        _pass(INTERVAL);
        _run(_supply(20e18));
        _setPrice(wethFeed, 1_000);
        aWeth.burn(address(cage), 20e18);
        usdc.mint(address(cage), 40_000e6);
        assertApproxEqAbs(cage.netAssetValueUsdc(), 80_000e6, 2);
    }

    /// @notice The last unit of a debt rounds to less than it owes, and that is no profit on all the others.
    function test_I66_aDebtThatAnotherAllButPaysOffCountsWithItsInterest() public {
        _lever();
        debtUsdc.grow(900);
        debtUsdc.burn(address(cage), 80_000e6 - 1);
        assertApproxEqAbs(cage.netAssetValueUsdc(), 92_800e6, 2);
        _run(_calls(address(pool), 0, abi.encodeCall(pool.withdraw, (aUsdc, 1e6, address(cage)))));
        assertApproxEqAbs(cage.netAssetValueUsdc(), 92_800e6, 2);
        debtUsdc.grow(1_000);
        assertApproxEqAbs(cage.netAssetValueUsdc(), 84_080e6, 4);
    }

    /// @notice One wei of a debt is worth a base unit at least: whoever leaves it owed makes no ruin of two dollars.
    function test_I67_aDebtThatAnotherAllButPaysOffIsNoDrawdown() public {
        _lever();
        _pass(INTERVAL);
        _run(_borrow(debtWeth, 1e15, address(cage)));
        debtWeth.burn(address(cage), 1e15 - 1);
        assertApproxEqAbs(cage.netAssetValueUsdc(), 100_000e6, 2);
        _run(_calls(address(pool), 0, abi.encodeCall(pool.withdraw, (aUsdc, 1e6, address(cage)))));
        assertApproxEqAbs(cage.netAssetValueUsdc(), 100_000e6, 2);
    }

    /// @notice A liquidation that leaves a wei of the debt is paid for as one that leaves none.
    function test_I67_aLiquidationMayLeaveAWeiOfDebt() public {
        _run(_supplyTo(aUsdc, 90_000e6));
        _pass(INTERVAL);
        _run(_borrow(debtWeth, 5e18, address(cage)));
        aUsdc.burn(address(cage), 10_000e6);
        debtWeth.burn(address(cage), 5e18 - 1);
        assertApproxEqAbs(cage.netAssetValueUsdc(), 100_000e6, 4);
    }

    /// @notice An order over all of a position may leave a wei of it: what is worth nothing says nothing of the rest.
    function test_I67_whatAllButWentCountsAtThePriceOfNow() public {
        _run(_buyWeth(40_000e6));
        _pass(INTERVAL);
        _run(_supply(20e18));
        _setPrice(wethFeed, 3_000);
        aWeth.burn(address(cage), 20e18 - 1);
        usdc.mint(address(cage), 60_000e6);
        assertApproxEqAbs(cage.netAssetValueUsdc(), 120_000e6, 2);
        usdc.mint(address(cage), 60_000e6);
        assertApproxEqAbs(cage.netAssetValueUsdc(), 120_000e6, 2);
    }
}
