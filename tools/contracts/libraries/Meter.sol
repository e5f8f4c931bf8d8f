// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {BoundedRead} from "./BoundedRead.sol";
import {ICageErrors} from "../interfaces/ICageErrors.sol";

/// @title Meter
/// @notice Static calls to readers, checkers and schemes under one gas bound that all of an action share.
library Meter {
    /// @dev Gas of all reads of one action, the most for one, and what is kept for each that is still to come.
    uint256 internal constant TOTAL = 2_200_000;
    uint256 internal constant MOST = 500_000;
    uint256 internal constant LEAST = 50_000;
    /// @dev Far above what `Reading` answers.
    uint256 private constant MAX_BYTES = 16_384;

    struct State {
        uint256 left;
        uint256 count;
        address[8] wasteful; // `count` that used up all that a question had
    }

    /// @notice Asks, with gas for at least `waiting` more questions kept back; a failing question gives no answer. Who is
    /// asked is the first argument in `data`; who wasted a question's gas gets the least for every other one.
    /// @dev A caller cannot force a failure by starving the question of gas: what up to eight calls deep keep back by the
    /// 63/64 rule would not be enough, and reverts.
    function ask(State memory self, address target, bytes memory data, uint256 waiting)
        internal
        view
        returns (bool ok, bytes memory answer)
    {
        address asked;
        assembly ("memory-safe") {
            asked := mload(add(data, 36))
        }
        uint256 kept = waiting * LEAST;
        uint256 bound = self.left > kept ? self.left - kept : 0;
        if (bound > MOST) bound = MOST;
        for (uint256 i; i < self.count; ++i) {
            if (self.wasteful[i] == asked && bound > LEAST) bound = LEAST;
        }
        uint256 before = gasleft();
        (ok, answer) = BoundedRead.readBytes(target, data, bound, MAX_BYTES);
        uint256 remaining = gasleft();
        if (!ok && remaining < bound / 8) revert ICageErrors.TooLittleGas();
        uint256 used = before - remaining;
        self.left = self.left > used ? self.left - used : 0;
        if (!ok && bound > LEAST && used > bound * 7 / 8 && self.count < self.wasteful.length) {
            self.wasteful[self.count++] = asked;
        }
    }
}
