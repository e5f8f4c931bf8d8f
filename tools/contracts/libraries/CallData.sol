// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ICageErrors} from "../interfaces/ICageErrors.sol";

/// @title CallData
/// @notice Takes call data apart: selector, words, and the inner calls of the usual `multicall`s.
library CallData {
    bytes4 internal constant APPROVE = 0x095ea7b3; // approve(address,uint256)
    bytes4 internal constant INCREASE_ALLOWANCE = 0x39509351; // increaseAllowance(address,uint256)
    bytes4 internal constant TRANSFER = 0xa9059cbb; // transfer(address,uint256)
    bytes4 internal constant SET_APPROVAL_FOR_ALL = 0xa22cb465; // setApprovalForAll(address,bool)
    bytes4 internal constant MULTICALL = 0xac9650d8; // multicall(bytes[])
    bytes4 internal constant MULTICALL_DEADLINE = 0x5ae401dc; // multicall(uint256,bytes[])
    bytes4 internal constant MULTICALL_BLOCKHASH = 0x1f0464d1; // multicall(bytes32,bytes[])

    /// @notice The first four bytes; shorter data is padded with zeros.
    function selector(bytes memory data) internal pure returns (bytes4 value) {
        if (data.length == 0) return 0;
        assembly ("memory-safe") {
            value := and(mload(add(data, 32)), shl(224, 0xffffffff))
        }
        if (data.length < 4) {
            value = value & bytes4(uint32(type(uint32).max) << uint32(8 * (4 - data.length)));
        }
    }

    /// @notice Argument word `index`; `ok` is false when the data is too short.
    function word(bytes memory data, uint256 index) internal pure returns (bool ok, uint256 value) {
        if (data.length < 36 + 32 * index) return (false, 0);
        assembly ("memory-safe") {
            value := mload(add(data, add(36, mul(index, 32))))
        }
        return (true, value);
    }

    /// @notice Argument word `index` of a call to `target`; reverts when the data is too short.
    function arg(address target, bytes memory data, uint256 index) internal pure returns (uint256 value) {
        bool ok;
        (ok, value) = word(data, index);
        if (!ok) revert ICageErrors.MalformedCall(target, selector(data));
    }

    /// @notice The same, of an address.
    function addressArg(address target, bytes memory data, uint256 index) internal pure returns (address) {
        return address(uint160(arg(target, data, index)));
    }

    /// @notice Whether the selector belongs to a `multicall` that runs calls on the same contract.
    function isMulticall(bytes4 value) internal pure returns (bool) {
        return value == MULTICALL || value == MULTICALL_DEADLINE || value == MULTICALL_BLOCKHASH;
    }

    /// @notice The inner calls of a `multicall`. Consumes `data`: it must not be used afterwards.
    function inner(bytes memory data) internal pure returns (bytes[] memory calls) {
        bool plain = selector(data) == MULTICALL;
        assembly ("memory-safe") {
            // Drop the selector by moving the length word over it.
            let length := mload(data)
            data := add(data, 4)
            mstore(data, sub(length, 4))
        }
        if (plain) return abi.decode(data, (bytes[]));
        (, calls) = abi.decode(data, (uint256, bytes[]));
    }
}
