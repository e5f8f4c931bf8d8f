// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title SpendWindow
/// @notice A rolling 24-hour sum in 25 one-hour buckets.
/// @dev The 25 newest buckets always cover (t - 24 h, t] entirely, so that the sum is never below the true spend
/// of any 24-hour window; it may hold on to an entry for up to one hour longer.
library SpendWindow {
    uint256 internal constant BUCKETS = 25;

    struct Bucket {
        uint64 hour;
        uint192 amountUsdc;
    }

    struct State {
        Bucket[25] buckets;
    }

    /// @notice Sum of what was added in the window that ends now.
    function spent(State storage self) internal view returns (uint256 total) {
        uint256 hour = block.timestamp / 1 hours;
        for (uint256 i; i < BUCKETS; ++i) {
            Bucket memory bucket = self.buckets[i];
            if (uint256(bucket.hour) + BUCKETS > hour) total += bucket.amountUsdc;
        }
    }

    /// @notice Adds to the bucket of the current hour, which forgets what it held a window ago.
    function add(State storage self, uint256 amountUsdc) internal {
        uint256 hour = block.timestamp / 1 hours;
        Bucket storage bucket = self.buckets[hour % BUCKETS];
        uint256 kept = bucket.hour == hour ? bucket.amountUsdc : 0;
        uint256 sum = kept + amountUsdc;
        bucket.hour = uint64(hour);
        bucket.amountUsdc = sum > type(uint192).max ? type(uint192).max : uint192(sum);
    }
}
