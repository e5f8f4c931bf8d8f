// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {SpendWindow} from "../../tools/contracts/libraries/SpendWindow.sol";

/// @notice The buckets against an exact log.
contract SpendWindowTest is Test {
    using SpendWindow for SpendWindow.State;

    SpendWindow.State private window;
    uint256[] private when;
    uint256[] private spent;
    uint256[] private lost;

    function setUp() public {
        vm.warp(1_800_000_123);
    }

    /// @notice Never below the exact sum of (t - 24 h, t], never above that of the last 25 hours and the started one
    /// (256 runs of 24 steps, each looked at before and after).
    function testFuzz_I1_neverUnderCounts(uint256[24] memory gaps, uint256[24] memory amounts) public {
        for (uint256 i; i < 24; ++i) {
            // Mostly minutes to hours, now and then days: the ring goes round, and stands still.
            uint256 gap = gaps[i] % 7 == 0 ? bound(gaps[i], 0, 5 days) : bound(gaps[i], 0, 2 hours);
            vm.warp(block.timestamp + gap);
            _compare();
            uint256 spend = amounts[i] % 1e12;
            uint256 loss = amounts[i] % 1e10;
            (uint256 spentBefore, uint256 lostBefore) = window.sums();
            window.add(spentBefore, lostBefore, spend, loss);
            when.push(block.timestamp);
            spent.push(spend);
            lost.push(loss);
            _compare();
        }
    }

    function test_I1_whatDoesNotFitIsInfinite() public {
        window.add(0, 0, type(uint256).max, 1);
        (uint256 spentUsdc, uint256 lostUsdc) = window.sums();
        assertEq(spentUsdc, type(uint256).max);
        assertEq(lostUsdc, 1);
        vm.warp(block.timestamp + 24 hours);
        window.add(spentUsdc, lostUsdc, 1, type(uint48).max);
        (spentUsdc, lostUsdc) = window.sums();
        assertEq(spentUsdc, type(uint256).max);
        assertEq(lostUsdc, type(uint256).max);
        vm.warp(block.timestamp + 1 hours);
        (spentUsdc, lostUsdc) = window.sums();
        assertEq(spentUsdc, 1);
        assertEq(lostUsdc, type(uint256).max);
        vm.warp(block.timestamp + 24 hours);
        (spentUsdc, lostUsdc) = window.sums();
        assertEq(spentUsdc, 0);
    }

    function test_nothingIsWrittenForNothing() public {
        vm.record();
        window.add(0, 0, 0, 0);
        (, bytes32[] memory writes) = vm.accesses(address(this));
        assertEq(writes.length, 0);
    }

    function _compare() private view {
        (uint256 spentUsdc, uint256 lostUsdc) = window.sums();
        uint256 hourStart = block.timestamp / 1 hours * 1 hours;
        uint256[4] memory exact;
        uint256 count = when.length;
        for (uint256 i; i < count; ++i) {
            if (when[i] + 24 hours > block.timestamp) {
                exact[0] += spent[i];
                exact[1] += lost[i];
            }
            if (when[i] + 24 hours >= hourStart) {
                exact[2] += spent[i];
                exact[3] += lost[i];
            }
        }
        assertGe(spentUsdc, exact[0]);
        assertGe(lostUsdc, exact[1]);
        assertEq(spentUsdc, exact[2]);
        assertEq(lostUsdc, exact[3]);
    }
}
