// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ICageErrors} from "../interfaces/ICageErrors.sol";

/// @title HotLane
/// @notice What left without the guardian's signature in the last 24 hours, in 25 buckets of one hour.
/// @dev A bucket counts until its newest entry is 24 hours old, so that a sum is never below the true one of
/// (t - 24 h, t]; only entries of one hour wait for each other. Two buckets share a slot, and the sum of the newest
/// hour is kept as a bound, so that most actions read two slots instead of thirteen.
library HotLane {
    uint256 internal constant BUCKETS = 25;

    struct Bucket {
        uint32 at; // newest entry
        uint96 spentUsdc;
    }

    struct State {
        uint32 at; // newest entry
        uint96 boundUsdc; // no less than the sum of the window that ended then
        Bucket[BUCKETS] buckets;
    }

    /// @notice The sum of the window that ends now.
    function spent(State storage self) internal view returns (uint256 spentUsdc) {
        for (uint256 i; i < BUCKETS; ++i) {
            Bucket memory bucket = self.buckets[i];
            if (bucket.at + 1 days > block.timestamp) spentUsdc += bucket.spentUsdc;
        }
    }

    /// @notice Adds what leaves, and reverts when it is more than the lane allows.
    function use(State storage self, uint256 outflowUsdc, uint256 laneUsdc) internal {
        if (outflowUsdc == 0) return;
        uint256 hour = block.timestamp / 1 hours;
        bool isSameHour = self.at / 1 hours == hour;
        uint256 total = Math.saturatingAdd(self.boundUsdc, outflowUsdc);
        if (!isSameHour || total > laneUsdc) total = Math.saturatingAdd(spent(self), outflowUsdc);
        if (total > laneUsdc) revert ICageErrors.GuardianRequired(total, laneUsdc);
        Bucket storage stored = self.buckets[hour % BUCKETS];
        Bucket memory bucket = stored;
        uint256 held = bucket.at / 1 hours == hour ? bucket.spentUsdc : 0;
        (stored.at, stored.spentUsdc) =
        (uint32(block.timestamp), _clamp(Math.saturatingAdd(held, outflowUsdc)));
        (self.at, self.boundUsdc) = (uint32(block.timestamp), _clamp(total));
    }

    /// @dev A lane of 96 bits and more has no end, so that nothing is lost above.
    function _clamp(uint256 amountUsdc) private pure returns (uint96) {
        return amountUsdc > type(uint96).max ? type(uint96).max : uint96(amountUsdc);
    }
}
