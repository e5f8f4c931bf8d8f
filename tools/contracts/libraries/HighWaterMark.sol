// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title HighWaterMark
/// @notice Raises a mark only to what stood for a while, so that no price spike raises it.
/// @dev The first value above the mark opens a trial, which keeps the lowest value seen. It takes `SAMPLES` values, each
/// `MIN_GAP` to `MAX_GAP` after the one before; values in between can only lower it, one at or below the mark ends it,
/// and after a longer silence it begins anew. So the mark is a minimum over at least half an hour, of which nobody,
/// who chooses when to look, can leave out more than an hour. A fall needs no trial: it shows at once as drawdown.
library HighWaterMark {
    uint256 internal constant SAMPLES = 7;
    uint256 internal constant MIN_GAP = 5 minutes;
    uint256 internal constant MAX_GAP = 1 hours;

    /// @dev One slot.
    struct State {
        uint88 mark;
        uint88 candidate; // lowest value since the trial began; 0 without a trial
        uint40 sampledAt;
        uint32 lastRebalanceAt; // here for the sake of the slot
        uint8 samples;
    }

    /// @notice Takes in one value per share, 18 decimals; the mark never falls.
    function observe(State memory self, uint256 value) internal view {
        if (value > type(uint88).max) value = type(uint88).max;
        if (self.mark == 0) {
            self.mark = uint88(value);
        } else if (value <= self.mark) {
            if (self.samples != 0) _try(self, 0, 0);
        } else if (self.samples == 0 || block.timestamp > self.sampledAt + MAX_GAP) {
            _try(self, value, 1);
        } else {
            if (value < self.candidate) self.candidate = uint88(value);
            if (block.timestamp < self.sampledAt + MIN_GAP) return;
            _try(self, self.candidate, self.samples + 1);
            if (self.samples < SAMPLES) return;
            self.mark = self.candidate;
            if (value > self.mark) _try(self, value, 1);
            else _try(self, 0, 0);
        }
    }

    function _try(State memory self, uint256 candidate, uint256 samples) private view {
        (self.candidate, self.samples) = (uint88(candidate), uint8(samples));
        self.sampledAt = uint40(block.timestamp);
    }
}
