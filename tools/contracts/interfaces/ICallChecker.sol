// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Pledge} from "./Position.sol";

/// @title ICallChecker
/// @notice A protocol's own rules on calls, beyond the list of selectors.
/// @dev Trusted code without state, owner or proxy, approved with its code hash and read by static call. Of a
/// `multicall`, it is asked about the bundle and about each inner call.
interface ICallChecker {
    /// @notice Reverts when the call is not acceptable; the cage's own errors (IPolicyCage) reach the caller as they are.
    /// @param value Native currency that goes with the call.
    /// @return revokes Whether the call can only take authority away, so that it passes a pause. Where in doubt, false.
    /// @return pledges What the call lets be taken later, beyond what it moves itself, and what it pays away for good: no more
    /// than a call that succeeds has taken for it. What else it takes and does not bring is a loss.
    function check(address account, uint256 value, bytes calldata data)
        external
        view
        returns (bool revokes, Pledge[] memory pledges);
}
