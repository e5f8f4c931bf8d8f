// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {CageFixture} from "./CageFixture.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {HighWaterMark} from "../../tools/contracts/libraries/HighWaterMark.sol";

/// @notice The high-water mark and the cumulative loss: neither a spike nor many small steps get past them.
contract PolicyCageMarkTest is CageFixture {
    using HighWaterMark for HighWaterMark.State;

    /// @notice s43-hwm-game: a price spike of less than half an hour leaves the mark alone, whatever runs in it.
    function testFuzz_I33_spikeDoesNotRaiseTheMark(uint256 price, uint256 seconds_, uint256 idle) public {
        _run(_buyWeth(40_000e6));
        _pass(bound(idle, 0, 90 days));
        _setPrice(wethFeed, bound(price, 2_001, 1_000_000));
        _touch();
        _pass(bound(seconds_, 0, HighWaterMark.TRIAL - 1));
        _touch();
        assertEq(cage.highWaterMark(), 1e18);
        _setPrice(wethFeed, 2_000);
        assertEq(cage.drawdownBps(), 0);
        _pass(HighWaterMark.TRIAL);
        _touch();
        assertApproxEqRel(cage.highWaterMark(), 1e18, 1e12); // a few cents that were really made
        _run(_swap(usdc, 1_000e6, weth, 5e17)); // no forced way out
    }

    function test_I30_markRisesToWhatStood() public {
        _run(_buyWeth(40_000e6));
        _setPrice(wethFeed, 2_500);
        _touch();
        assertEq(cage.highWaterMark(), 1e18);
        _pass(HighWaterMark.TRIAL);
        _touch();
        assertApproxEqRel(cage.highWaterMark(), 1.1e18, 1e12);
        _setPrice(wethFeed, 2_000);
        _touch();
        assertApproxEqRel(cage.highWaterMark(), 1.1e18, 1e12);
        assertApproxEqAbs(cage.drawdownBps(), 910, 1);
    }

    function test_I30_markRisesToTheLowestOfTheTrial() public {
        _run(_buyWeth(40_000e6));
        uint256[4] memory prices = [uint256(3_000), 2_250, 3_000, 3_000];
        for (uint256 i; i < 4; ++i) {
            _setPrice(wethFeed, prices[i]);
            _touch();
            if (i < 3) assertEq(cage.highWaterMark(), 1e18);
            _pass(HighWaterMark.TRIAL / 3 + 1);
        }
        assertApproxEqRel(cage.highWaterMark(), 1.05e18, 1e12);
        // The new value opens a trial of its own.
        _pass(HighWaterMark.TRIAL);
        _touch();
        assertApproxEqRel(cage.highWaterMark(), 1.2e18, 1e12);
    }

    function test_I30_valueBeyondTheMarksRange() public view {
        HighWaterMark.State memory s;
        s.observe(type(uint256).max);
        assertEq(s.mark, type(uint88).max);
    }

    function test_I30_anInterruptedTrialBeginsAnew() public {
        _run(_buyWeth(40_000e6));
        _setPrice(wethFeed, 2_500);
        _touch();
        _pass(HighWaterMark.TRIAL - 1);
        _setPrice(wethFeed, 1_900);
        _touch();
        _setPrice(wethFeed, 2_500);
        _pass(1);
        _touch();
        assertEq(cage.highWaterMark(), 1e18);
    }

    function test_I30_stalePricesDoNotRaiseTheMark() public {
        _run(_buyWeth(40_000e6));
        _setPrice(wethFeed, 2_500);
        vm.warp(block.timestamp + STALENESS + 1);
        _setPrice(usdcFeed, 1);
        _run(_sellWeth(1e15, 2_500));
        assertEq(cage.highWaterMark(), 1e18);
    }

    /// @notice The mark never falls and is never above what was observed (256 runs of 12 values).
    function testFuzz_I30_markNeverFalls(uint256[12] memory values, uint256[12] memory gaps) public {
        HighWaterMark.State memory s;
        uint256 highest;
        for (uint256 i; i < 12; ++i) {
            uint256 value = i % 4 == 3 ? values[i] : bound(values[i], 1, 10e18);
            uint256 before = s.mark;
            vm.warp(block.timestamp + bound(gaps[i], 0, 1 hours));
            s.observe(value);
            if (value > highest) highest = value;
            assertGe(s.mark, before);
            assertLe(s.mark, highest);
            // Two observations at least are behind every rise.
            if (s.mark > before && before != 0) {
                assertLe(s.mark, value > type(uint88).max ? type(uint88).max : value);
            }
        }
    }

    /// @notice s43-hwm-game, second half: a slow bleed in steps that each pass stops at the window's loss cap.
    function test_I30_manySmallLossesDoNotAddUp() public {
        vm.prank(owner);
        cage.setWindowLossCap(500e6);
        uint256 lost;
        for (uint256 i; i < 5; ++i) {
            _run(_swap(usdc, 10_000e6, weth, 4.951e18)); // 98 USDC a time
            lost += 98e6;
            assertEq(cage.windowLostUsdc(), lost);
            _pass(INTERVAL);
        }
        _runReverts(
            _swap(usdc, 1_000e6, wbtc, 1_649_991),
            abi.encodeWithSelector(IPolicyCage.WindowLossExceeded.selector, lost + 10_005_400, 500e6)
        );
        _run(_swap(usdc, 1_000e6, wbtc, 1_650_000)); // exactly the cap
        assertEq(cage.windowLostUsdc(), 500e6);
        _run(_sellWeth(1e18, 1_981)); // the way out stays open and counts
        assertEq(cage.windowLostUsdc(), 519e6);
        _pass(INTERVAL);
        _run(_swap(usdc, 1_000e6, wbtc, 1_666_667)); // what loses nothing passes
        _pass(1 days + 1 hours);
        assertEq(cage.windowLostUsdc(), 0);
        _run(_swap(usdc, 1_000e6, wbtc, 1_650_000));
    }

    /// @notice However an agent trades to and fro, a day's entries lose no more than the cap (256 runs of 12 steps).
    function testFuzz_I30_churningIsBounded(uint256[12] memory seeds) public {
        vm.prank(owner);
        cage.setWindowLossCap(100e6);
        uint256 entered;
        for (uint256 i; i < 12; ++i) {
            uint256 nav = cage.netAssetValueUsdc();
            uint256 amount = bound(seeds[i], 1e6, 4_000e6);
            bool sells = i % 2 == 1;
            IPolicyCage.Call[] memory calls = sells
                ? _swap(
                    weth, weth.balanceOf(address(cage)), usdc, weth.balanceOf(address(cage)) * 1_981 / 1e12
                )
                : _swap(usdc, amount, weth, amount * 1e12 / 2_020);
            bytes32 permitId = _permit();
            vm.prank(operator);
            try cage.execute(calls, block.timestamp, permitId) {
                if (!sells) entered += nav - cage.netAssetValueUsdc();
            } catch {}
            _pass(INTERVAL);
        }
        assertLe(entered, 100e6);
        assertGe(cage.windowLostUsdc() + 100, entered);
    }

    /// @dev An action that changes next to nothing, so that the cage looks at the prices.
    function _touch() private {
        _run(_swap(weth, 1e10, usdc, uint256(wethFeed.latestAnswer()) / 1e10));
    }
}
