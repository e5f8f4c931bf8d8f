// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title HighWaterMark
/// @notice Raises a mark only to what stood for a while, so that a price spike cannot raise it.
/// @dev The first value above the mark opens a trial; the trial keeps the lowest value seen. Only a value seen
/// again `TRIAL` seconds later, and never undercut in between, becomes the mark: a time-confirmed minimum, which no
/// spike shorter than the trial moves at all (a TWAP would still take a part of it).
library HighWaterMark {
    uint256 internal constant TRIAL = 30 minutes;

    struct State {
        uint88 mark;
        uint88 candidate; // lowest value since the trial began; 0 without a trial
        uint40 since;
        uint40 lastRebalanceAt; // here for the sake of the slot
    }

    /// @notice Takes in one value per share, 18 decimals; the mark never falls.
    function observe(State memory self, uint256 value) internal view {
        if (value > type(uint88).max) value = type(uint88).max;
        if (self.mark == 0) {
            self.mark = uint88(value);
        } else if (value <= self.mark) {
            (self.candidate, self.since) = (0, 0);
        } else if (self.candidate == 0) {
            (self.candidate, self.since) = (uint88(value), uint40(block.timestamp));
        } else {
            if (value < self.candidate) self.candidate = uint88(value);
            if (block.timestamp < self.since + TRIAL) return;
            self.mark = self.candidate;
            (self.candidate, self.since) =
                value > self.mark ? (uint88(value), uint40(block.timestamp)) : (0, 0);
        }
    }
}
