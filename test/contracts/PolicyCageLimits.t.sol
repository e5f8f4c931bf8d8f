// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {CageFixture} from "./CageFixture.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../tools/contracts/interfaces/ICageErrors.sol";
import {PriceFeed} from "../../harness/world/contracts/PriceFeed.sol";

/// @notice Cap, drawdown, interval, window, loss and price rules, at their boundaries.
contract PolicyCageLimitsTest is CageFixture {
    function test_I30_capEqualityPasses() public {
        _run(_buyWeth(WETH_CAP));
        assertEq(cage.positionValueUsdc(address(weth)), WETH_CAP);
    }

    function test_I30_capExceeded() public {
        _runReverts(
            _swap(usdc, WETH_CAP, weth, 25e18 + 1),
            abi.encodeWithSelector(ICageErrors.PositionCapExceeded.selector, weth, WETH_CAP + 1, WETH_CAP)
        );
    }

    function test_cap_positionAboveItMayShrink() public {
        _run(_buyWeth(40_000e6));
        _setPrice(wethFeed, 3_000);
        assertGt(cage.positionValueUsdc(address(weth)), WETH_CAP);
        _run(_sellWeth(1e18, 3_000));
        _pass(INTERVAL);
        _runReverts(
            _swap(usdc, 3e6, weth, 1e15),
            abi.encodeWithSelector(ICageErrors.PositionCapExceeded.selector, weth, 57_003e6, WETH_CAP)
        );
    }

    function test_I30_interval() public {
        _run(_buyWeth(1_000e6));
        uint256 earliest = block.timestamp + INTERVAL;
        _pass(INTERVAL - 1);
        _runReverts(
            _buyWeth(1_000e6),
            abi.encodeWithSelector(ICageErrors.RebalanceTooSoon.selector, block.timestamp, earliest)
        );
        _run(_sellWeth(1e17, 2_000)); // an exit does not wait
        _pass(1);
        _run(_buyWeth(1_000e6));
    }

    function test_window_equalityPasses() public {
        _run(_buyWeth(40_000e6));
        _pass(INTERVAL);
        _runReverts(
            _swap(usdc, 20_000e6 + 1, wbtc, 33_333_333),
            abi.encodeWithSelector(ICageErrors.WindowSpendExceeded.selector, WINDOW_CAP + 1, WINDOW_CAP)
        );
        _run(_swap(usdc, 20_000e6, wbtc, 33_333_333));
        assertEq(cage.windowSpentUsdc(), WINDOW_CAP);
        _run(_sellWeth(20e18, 2_000)); // an exit needs no budget
        assertEq(cage.windowSpentUsdc(), WINDOW_CAP);
    }

    /// @notice An exit uses up what is left, and its loss counts; all that it takes out leaves the hot lane.
    function test_window_exitsUseWhatThereIs() public {
        _run(_buyWeth(40_000e6));
        _run(_sellWeth(5e18, 1_990));
        assertEq(cage.windowSpentUsdc(), 50_000e6);
        assertEq(cage.windowLostUsdc(), 50e6);
        _run(_sellWeth(15e18, 2_000));
        assertEq(cage.windowSpentUsdc(), WINDOW_CAP);
        assertEq(cage.windowUnguardedUsdc(), 80_000e6);
    }

    /// @notice What leaves is rounded up, and what comes is rounded down.
    function test_I8_aSpeckIsWorthOneUnit() public {
        _run(_swap(usdc, 1, weth, 1));
        assertEq(cage.windowLostUsdc(), 1);
        assertEq(cage.windowUnguardedUsdc(), 1);
        _run(_swap(weth, 1, usdc, 1));
        assertEq(cage.windowUnguardedUsdc(), 2);
    }

    function test_window_spendIsForgottenAfterADayAndNotBefore() public {
        _run(_buyWeth(30_000e6));
        _pass(1 days);
        assertEq(cage.windowSpentUsdc(), 30_000e6);
        _pass(1 hours);
        assertEq(cage.windowSpentUsdc(), 0);
    }

    function test_window_noNettingAcrossTheCallsOfAnAction() public {
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](4);
        IPolicyCage.Call[] memory buy = _buyWeth(20_000e6);
        IPolicyCage.Call[] memory sell = _sellWeth(10e18, 2_000);
        (calls[0], calls[1], calls[2], calls[3]) = (buy[0], buy[1], sell[0], sell[1]);
        _run(calls);
        assertEq(cage.windowSpentUsdc(), 40_000e6);
        _runReverts(
            calls, abi.encodeWithSelector(ICageErrors.WindowSpendExceeded.selector, 80_000e6, WINDOW_CAP)
        );
    }

    function test_I30_drawdown() public {
        _run(_buyWeth(WETH_CAP));
        _setPrice(wethFeed, 1_600); // 50 000 -> 40 000: exactly 10 %
        assertEq(cage.drawdownBps(), MAX_DRAWDOWN_BPS);
        _pass(1 days + 1 hours);
        _run(_swap(usdc, 1_000e6, weth, 625e15));
        wethFeed.setAnswer(1_599.99e8, block.timestamp);
        _pass(1 days + 1 hours);
        assertEq(cage.drawdownBps(), MAX_DRAWDOWN_BPS + 1);
        _runReverts(
            _swap(usdc, 1_000e6, weth, 625e15),
            abi.encodeWithSelector(
                ICageErrors.DrawdownExceeded.selector, MAX_DRAWDOWN_BPS + 1, MAX_DRAWDOWN_BPS
            )
        );
        _runReverts(
            _calls(address(usdc), 0, abi.encodeCall(IERC20.transfer, (payee, 1e6))),
            abi.encodeWithSelector(
                ICageErrors.DrawdownExceeded.selector, MAX_DRAWDOWN_BPS + 1, MAX_DRAWDOWN_BPS
            )
        );
        _run(_sellWeth(10e18, 1_599)); // the way out stays open
    }

    function test_I30_breachIsNotHealedByRisk() public {
        _run(_buyWeth(WETH_CAP));
        _pass(1 days + 1 hours);
        _setPrice(wethFeed, 1_590);
        assertEq(cage.drawdownBps(), 1_025);
        _runReverts(
            _swap(usdc, 1_000e6, weth, 2e18), // a present of 2 180 USDC
            abi.encodeWithSelector(ICageErrors.DrawdownExceeded.selector, 1_025, MAX_DRAWDOWN_BPS)
        );
    }

    function test_window_roundTripsCountEachTime() public {
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](6);
        IPolicyCage.Call[] memory buy = _buyWeth(20_000e6);
        IPolicyCage.Call[] memory sell = _sellWeth(10e18, 2_000);
        (calls[0], calls[1], calls[2], calls[3], calls[4], calls[5]) =
        (buy[0], buy[1], sell[0], sell[1], buy[0], buy[1]);
        _run(calls);
        assertEq(cage.windowSpentUsdc(), 60_000e6);
    }

    function test_I30_drawdownIsCheckedAfterwards() public {
        _run(_buyWeth(40_000e6));
        _pass(INTERVAL);
        _setPrice(wethFeed, 1_500); // 90 000 of 100 000 are left
        _runReverts(
            _swap(usdc, 1_000e6, wbtc, 1_650_000),
            abi.encodeWithSelector(
                ICageErrors.DrawdownExceeded.selector, MAX_DRAWDOWN_BPS + 1, MAX_DRAWDOWN_BPS
            )
        );
        _run(_swap(usdc, 600e6, wbtc, 1_000_000));
    }

    function test_loss() public {
        // 1 % of 10 000 and a cent
        _run(_swap(usdc, 10_000e6, weth, 4.95e18));
        _pass(INTERVAL);
        _runReverts(
            _swap(usdc, 10_000e6, weth, 4.949e18),
            abi.encodeWithSelector(ICageErrors.ValueLossExceeded.selector, 102e6, 100e6 + 10_000)
        );
    }

    function test_error_swapToStranger() public {
        _runReverts(
            _swapTo(usdc, 1_000e6, weth, 5e17, thief),
            abi.encodeWithSelector(ICageErrors.ValueLossExceeded.selector, 1_000e6, 10e6 + 10_000)
        );
    }

    function test_error_priceUnavailable() public {
        _run(_buyWeth(1_000e6));
        _pass(INTERVAL);
        int256[3] memory answers = [int256(0), -1, type(int256).max];
        for (uint256 i; i < 3; ++i) {
            wethFeed.setAnswer(answers[i], block.timestamp);
            _noPrice();
        }
        wethFeed.setAnswer(2_000e8, block.timestamp + 1);
        _noPrice();
        wethFeed.setAnswer(2_000e8, 0);
        _noPrice();
        wethFeed.setAnswer(2_000e8, block.timestamp - STALENESS - 1);
        _noPrice();
        wethFeed.setAnswer(2_000e8, block.timestamp - STALENESS);
        _run(_buyWeth(1_000e6));
        vm.etch(address(wethFeed), "");
        _pass2(INTERVAL);
        _noPrice();
    }

    function test_stalePriceOfAnAssetNotHeldBlocksNothing() public {
        wbtcFeed.setAnswer(0, block.timestamp);
        _run(_buyWeth(1_000e6));
    }

    function testFuzz_I30_capHolds(uint256 amountUsdc, uint256 bonusBps) public {
        amountUsdc = bound(amountUsdc, 1e6, 100_000e6);
        bonusBps = bound(bonusBps, 0, 10_000);
        uint256 out = amountUsdc * 1e12 / 2_000 * (9_900 + bonusBps) / 10_000;
        vm.prank(operator);
        try cage.execute(_swap(usdc, amountUsdc, weth, out), block.timestamp, "f", "") {
            assertLe(cage.positionValueUsdc(address(weth)), WETH_CAP);
            assertLe(cage.windowSpentUsdc(), WINDOW_CAP);
        } catch (bytes memory reason) {
            bytes4 selector = bytes4(reason);
            assertTrue(
                selector == ICageErrors.PositionCapExceeded.selector
                    || selector == ICageErrors.WindowSpendExceeded.selector
            );
        }
    }

    /// @dev The true window of any length up to a day never holds more than the cap.
    function testFuzz_I1_windowBoundsEveryTrueWindow(uint256[12] memory gaps, uint256[12] memory amounts)
        public
    {
        uint256[12] memory when;
        uint256[12] memory spent;
        for (uint256 i; i < 12; ++i) {
            _pass(bound(gaps[i], 0, 12 hours));
            uint256 amount = bound(amounts[i], 1e6, 60_000e6);
            usdc.mint(owner, amount);
            vm.prank(owner);
            cage.deposit(address(usdc), amount);
            bytes memory pay = abi.encodeCall(IERC20.transfer, (payee, amount));
            vm.prank(operator);
            try cage.execute(_calls(address(usdc), 0, pay), block.timestamp, _permit(), "") {
                (when[i], spent[i]) = (block.timestamp, amount);
            } catch {}
            uint256 total;
            for (uint256 j; j <= i; ++j) {
                if (when[j] + 1 days > block.timestamp) total += spent[j];
            }
            assertLe(total, WINDOW_CAP);
        }
    }

    function _noPrice() private {
        _runReverts(_buyWeth(1_000e6), abi.encodeWithSelector(ICageErrors.PriceUnavailable.selector, weth));
    }

    function _pass2(uint256 seconds_) private {
        vm.warp(block.timestamp + seconds_);
        PriceFeed(usdcFeed).setAnswer(1e8, block.timestamp);
    }
}
