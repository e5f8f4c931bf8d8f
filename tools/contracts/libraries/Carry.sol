// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title Carry
/// @notice Keeps a counted amount apart from the actual one, so that gifts stay out of the books.
/// @dev The counted amount never exceeds the actual one. What lies above it arrived unasked (a donation, a
/// rebase, liquidity added by an outsider) and counts for nothing until the owner absorbs it.
library Carry {
    /// @notice The counted part at the start of an action.
    function open(uint256 booked, uint256 actual) internal pure returns (uint256) {
        return booked < actual ? booked : actual;
    }

    /// @notice The counted part after `actual` went from `before` to `current` within the action.
    function close(uint256 counted, uint256 before, uint256 current) internal pure returns (uint256) {
        if (current >= before) return counted + (current - before);
        uint256 drop = before - current;
        return counted > drop ? counted - drop : 0;
    }
}
