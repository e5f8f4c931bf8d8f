// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {CageFixture} from "./CageFixture.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../tools/contracts/interfaces/ICageErrors.sol";
import {HighWaterMark} from "../../tools/contracts/libraries/HighWaterMark.sol";

/// @notice The high-water mark and the cumulative loss: neither a spike nor many small steps get past them.
contract PolicyCageMarkTest is CageFixture {
    using HighWaterMark for HighWaterMark.State;

    /// @dev The least time that a trial takes.
    uint256 private constant TRIAL = (HighWaterMark.SAMPLES - 1) * HighWaterMark.MIN_GAP;

    /// @notice s43-hwm-game: a price spike of less than half an hour leaves the mark alone, whatever runs in it.
    function testFuzz_I33_spikeDoesNotRaiseTheMark(uint256 price, uint256 seconds_, uint256 idle) public {
        _run(_buyWeth(40_000e6));
        _pass(bound(idle, 0, 90 days));
        _setPrice(wethFeed, bound(price, 2_001, 1_000_000));
        _touch();
        _pass(bound(seconds_, 0, TRIAL - 1));
        _touch();
        assertEq(cage.highWaterMark(), 1e18);
        _setPrice(wethFeed, 2_000);
        assertEq(cage.drawdownBps(), 0);
        _stand();
        assertApproxEqRel(cage.highWaterMark(), 1e18, 1e12); // a few cents that were really made
        _run(_swap(usdc, 1_000e6, weth, 5e17)); // no forced way out
    }

    function test_I30_markRisesToWhatStood() public {
        _run(_buyWeth(40_000e6));
        _setPrice(wethFeed, 2_500);
        _touch();
        assertEq(cage.highWaterMark(), 1e18);
        _stand();
        assertApproxEqRel(cage.highWaterMark(), 1.1e18, 1e12);
        _setPrice(wethFeed, 2_000);
        _touch();
        assertApproxEqRel(cage.highWaterMark(), 1.1e18, 1e12);
        assertApproxEqAbs(cage.drawdownBps(), 910, 1);
    }

    function test_I30_markRisesToTheLowestOfTheTrial() public {
        _run(_buyWeth(40_000e6));
        uint256[7] memory prices = [uint256(3_000), 2_250, 3_000, 3_000, 2_500, 3_000, 3_000];
        for (uint256 i; i < 7; ++i) {
            _setPrice(wethFeed, prices[i]);
            _touch();
            if (i < 6) assertEq(cage.highWaterMark(), 1e18);
            _pass(HighWaterMark.MIN_GAP);
        }
        assertApproxEqRel(cage.highWaterMark(), 1.05e18, 1e12);
        // The new value opens a trial of its own.
        _stand();
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
        for (uint256 i; i < 5; ++i) {
            _pass(HighWaterMark.MIN_GAP);
            _touch();
        }
        _setPrice(wethFeed, 1_900);
        _touch();
        _setPrice(wethFeed, 2_500);
        _pass(HighWaterMark.MIN_GAP);
        _touch();
        assertEq(cage.highWaterMark(), 1e18);
    }

    /// @notice A value at the mark ends a trial as one below it does; gaps are from five minutes to an hour, both included.
    function test_I30_theEdgesOfATrial() public {
        HighWaterMark.State memory s;
        s.observe(1e18);
        for (uint256 i; i < 4; ++i) {
            (s.samples, s.candidate) = (0, 0);
            uint256 gap = i == 1 ? HighWaterMark.MAX_GAP : HighWaterMark.MIN_GAP;
            if (i == 2) gap = HighWaterMark.MIN_GAP - 1;
            if (i == 3) gap = HighWaterMark.MAX_GAP + 1;
            for (uint256 j = 1; j < HighWaterMark.SAMPLES; ++j) {
                s.observe(1e18 + i + 1);
                vm.warp(block.timestamp + gap);
            }
            assertEq(s.mark, i < 2 ? 1e18 + i : 1e18 + 2);
            uint256 samples = s.samples;
            s.observe(1e18 + i + 1);
            assertEq(s.mark, i < 2 ? 1e18 + i + 1 : 1e18 + 2);
            if (i >= 2) assertLt(samples, HighWaterMark.SAMPLES - 1);
        }
        s.observe(1e18 + 2);
        assertEq(s.samples, 0);
    }

    /// @notice Picked moments raise no mark: spikes further apart than an hour are no trial.
    function testFuzz_I33_pickedSpikesRaiseNothing(uint256[14] memory gaps) public {
        _run(_buyWeth(40_000e6));
        for (uint256 i; i < 14; ++i) {
            _setPrice(wethFeed, 2_500);
            vm.prank(thief);
            cage.poke();
            _setPrice(wethFeed, 2_000);
            _pass(bound(gaps[i], HighWaterMark.MAX_GAP + 1, 30 days));
        }
        assertEq(cage.highWaterMark(), 1e18);
        assertEq(cage.drawdownBps(), 0);
        _run(_buyWeth(1_000e6)); // no false breach
    }

    /// @notice Spikes close together are found out by one look in between, of any account.
    function test_I33_oneLookBetweenSpikesIsEnough() public {
        _run(_buyWeth(40_000e6));
        for (uint256 i; i < 21; ++i) {
            _setPrice(wethFeed, i % 7 == 6 ? 2_000 : 2_500);
            cage.poke();
            _pass(HighWaterMark.MIN_GAP);
        }
        assertEq(cage.highWaterMark(), 1e18);
    }

    /// @notice Many looks at once are one sample.
    function test_I33_manyLooksAtOnceAreOne() public {
        _run(_buyWeth(40_000e6));
        _setPrice(wethFeed, 2_500);
        for (uint256 i; i < 20; ++i) {
            cage.poke();
            _pass(14);
        }
        assertEq(cage.highWaterMark(), 1e18);
    }

    /// @notice A gain that no action showed counts, once anybody looked at it: a fall from it stops what is no exit.
    function test_I30_payoutsAreHeldAgainstAnUnseenPeak() public {
        _run(_buyWeth(40_000e6));
        _setPrice(wethFeed, 3_500); // 130 000 in all
        for (uint256 i; i < HighWaterMark.SAMPLES; ++i) {
            assertEq(cage.highWaterMark(), 1e18);
            vm.prank(thief);
            vm.expectEmit();
            emit IPolicyCage.Observed(1.3e18, i == HighWaterMark.SAMPLES - 1 ? 1.3e18 : 1e18);
            cage.poke();
            _pass(HighWaterMark.MIN_GAP);
        }
        assertEq(cage.highWaterMark(), 1.3e18);
        IPolicyCage.Call[] memory pay =
            _calls(address(usdc), 0, abi.encodeCall(usdc.transfer, (payee, 13_000e6)));
        _setPrice(wethFeed, 2_849);
        _runReverts(pay, abi.encodeWithSelector(ICageErrors.DrawdownExceeded.selector, 1_002, 1_000));
        _setPrice(wethFeed, 2_850);
        _run(pay);
        assertEq(cage.drawdownBps(), 1_000);
    }

    /// @notice A look is due where it makes a difference: to begin, go on with or end a trial.
    function test_aLookIsDue() public {
        _run(_buyWeth(40_000e6));
        assertFalse(cage.isPokeDue());
        _setPrice(wethFeed, 2_500);
        for (uint256 i; i < HighWaterMark.SAMPLES; ++i) {
            assertTrue(cage.isPokeDue());
            cage.poke();
            assertFalse(cage.isPokeDue());
            _pass(HighWaterMark.MIN_GAP - 1);
            assertFalse(cage.isPokeDue());
            _pass(1);
        }
        assertFalse(cage.isPokeDue()); // at the mark
        _setPrice(wethFeed, 3_000);
        cage.poke();
        _setPrice(wethFeed, 2_900);
        assertTrue(cage.isPokeDue());
        cage.poke();
        _setPrice(wethFeed, 2_500);
        assertTrue(cage.isPokeDue());
        cage.poke();
        assertFalse(cage.isPokeDue());
        vm.warp(block.timestamp + STALENESS + 1);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.PriceUnavailable.selector, address(weth)));
        cage.isPokeDue();
    }

    /// @notice A trial that was left alone for too long begins anew, at the same value too.
    function test_aLookIsDueAfterALongSilence() public {
        _run(_buyWeth(40_000e6));
        _setPrice(wethFeed, 2_500);
        cage.poke();
        _pass(HighWaterMark.MAX_GAP + 1);
        assertTrue(cage.isPokeDue());
        cage.poke();
        assertFalse(cage.isPokeDue());
        _stand();
        assertApproxEqRel(cage.highWaterMark(), 1.1e18, 1e12);
    }

    /// @notice A look changes nothing but the mark: no books, no window, no gift counted.
    function test_I33_aLookChangesNothingElse() public {
        _run(_buyWeth(40_000e6));
        usdc.mint(address(cage), 50_000e6);
        weth.mint(address(cage), 1e18);
        uint256 nav = cage.netAssetValueUsdc();
        (uint256 spent, uint256 unguarded) = (cage.windowSpentUsdc(), cage.windowUnguardedUsdc());
        _stand();
        assertEq(cage.netAssetValueUsdc(), nav);
        assertEq(cage.highWaterMark(), 1e18);
        assertEq(cage.windowSpentUsdc(), spent);
        assertEq(cage.windowUnguardedUsdc(), unguarded);
        assertEq(cage.totalShares(), 100_000e18);
    }

    function test_error_PriceUnavailable_poke() public {
        _run(_buyWeth(40_000e6));
        vm.warp(block.timestamp + STALENESS + 1);
        _setPrice(usdcFeed, 1);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.PriceUnavailable.selector, address(weth)));
        cage.poke();
    }

    /// @notice An empty cage may be looked at, and stays without a mark.
    function test_pokeWithoutShares() public {
        vm.prank(owner);
        cage.withdraw(address(usdc), 100_000e6);
        cage.poke();
        assertEq(cage.highWaterMark(), 1e18);
        assertEq(cage.drawdownBps(), 0);
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
            // Several observations are behind every rise.
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
            abi.encodeWithSelector(ICageErrors.WindowLossExceeded.selector, lost + 10_005_400, 500e6)
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
            try cage.execute(calls, block.timestamp, permitId, "") {
                if (!sells) entered += nav - cage.netAssetValueUsdc();
            } catch {}
            _pass(INTERVAL);
        }
        assertLe(entered, 100e6);
        assertGe(cage.windowLostUsdc() + 100, entered);
    }

    /// @dev The value stands for as long as a trial takes, and is looked at all the while.
    function _stand() private {
        for (uint256 i; i < HighWaterMark.SAMPLES; ++i) {
            cage.poke();
            _pass(HighWaterMark.MIN_GAP);
        }
    }

    /// @dev An action that changes next to nothing, so that the cage looks at the prices.
    function _touch() private {
        _run(_swap(weth, 1e10, usdc, uint256(wethFeed.latestAnswer()) / 1e10));
    }
}
