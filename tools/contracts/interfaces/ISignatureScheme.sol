// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Pledge} from "./Position.sol";

/// @title ISignatureScheme
/// @notice What one kind of signed message means, and the digest under which its verifier asks for it (ERC-1271).
/// @dev Trusted code without state, owner or proxy, approved with its code hash and read by static call. An action
/// records a message by a call whose target is the scheme and whose data are the fields; nothing is called then.
interface ISignatureScheme {
    /// @notice Reverts when the fields do not describe a message that it knows.
    /// @param fields The message, as the scheme encodes it.
    function terms(address account, bytes calldata fields)
        external
        view
        returns (bytes32 digest, Pledge memory pledge);
}
