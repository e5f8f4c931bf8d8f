// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title SpendWindow
/// @notice Rolling 24-hour sums of spend and of loss in 25 one-hour buckets.
/// @dev The 25 newest buckets always cover (t - 24 h, t] entirely, so that a sum is never below the true one of
/// any 24-hour window; it may hold on to an entry for up to one hour longer. Two buckets share a slot, and the
/// sums of the newest hour are kept, so that most actions read one slot instead of thirteen.
library SpendWindow {
    uint256 internal constant BUCKETS = 25;
    /// @dev What a bucket cannot hold (72 billion USDC of spend, 281 million of loss) counts as infinite.
    uint256 internal constant MAX_SPENT = type(uint56).max;
    uint256 internal constant MAX_LOST = type(uint48).max;

    struct Bucket {
        uint24 hour;
        uint56 spentUsdc;
        uint48 lostUsdc;
    }

    struct State {
        uint24 hour; // of the newest entry
        uint96 spentUsdc; // sums of the window that ended in that hour
        uint96 lostUsdc;
        Bucket[BUCKETS] buckets;
    }

    /// @notice Sums of what was added in the window that ends now.
    function sums(State storage self) internal view returns (uint256 spentUsdc, uint256 lostUsdc) {
        uint256 hour = block.timestamp / 1 hours;
        uint256 newest = self.hour;
        if (newest + BUCKETS <= hour) return (0, 0);
        if (newest == hour) return (_limit(self.spentUsdc), _limit(self.lostUsdc));
        for (uint256 i; i < BUCKETS; ++i) {
            Bucket memory bucket = self.buckets[i];
            if (uint256(bucket.hour) + BUCKETS <= hour) continue;
            spentUsdc += bucket.spentUsdc == MAX_SPENT ? type(uint96).max : bucket.spentUsdc;
            lostUsdc += bucket.lostUsdc == MAX_LOST ? type(uint96).max : bucket.lostUsdc;
        }
        (spentUsdc, lostUsdc) = (_limit(spentUsdc), _limit(lostUsdc));
    }

    /// @notice Adds to the bucket of the current hour, which forgets what it held a window ago. `spentBefore` and
    /// `lostBefore` are the sums of now.
    function add(
        State storage self,
        uint256 spentBefore,
        uint256 lostBefore,
        uint256 spentUsdc,
        uint256 lostUsdc
    ) internal {
        if (spentUsdc == 0 && lostUsdc == 0) return;
        uint256 hour = block.timestamp / 1 hours;
        Bucket storage stored = self.buckets[hour % BUCKETS];
        Bucket memory bucket = stored;
        if (bucket.hour != hour) bucket = Bucket(uint24(hour), 0, 0);
        bucket.spentUsdc = uint56(_add(bucket.spentUsdc, spentUsdc, MAX_SPENT));
        bucket.lostUsdc = uint48(_add(bucket.lostUsdc, lostUsdc, MAX_LOST));
        (stored.hour, stored.spentUsdc, stored.lostUsdc) = (bucket.hour, bucket.spentUsdc, bucket.lostUsdc);
        self.hour = uint24(hour);
        self.spentUsdc = uint96(
            bucket.spentUsdc == MAX_SPENT ? type(uint96).max : _add(spentBefore, spentUsdc, type(uint96).max)
        );
        self.lostUsdc = uint96(
            bucket.lostUsdc == MAX_LOST ? type(uint96).max : _add(lostBefore, lostUsdc, type(uint96).max)
        );
    }

    function _add(uint256 a, uint256 b, uint256 max) private pure returns (uint256) {
        return a >= max || b >= max - a ? max : a + b;
    }

    function _limit(uint256 sum) private pure returns (uint256) {
        return sum >= type(uint96).max ? type(uint256).max : sum;
    }
}
