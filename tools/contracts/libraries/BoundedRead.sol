// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title BoundedRead
/// @notice Static calls that can neither revert the caller, nor burn all its gas, nor flood its memory.
/// @dev A caller cannot force a false failure by starving the call of gas: what the 63/64 rule leaves behind
/// after a read that ran dry is too little to finish anything.
library BoundedRead {
    /// @dev Gas handed to each read; a Chainlink proxy needs about 30 000.
    uint256 internal constant READ_GAS = 200_000;

    /// @notice Reads `words` 32-byte words; `ok` is false on a revert, a short answer or an address without code.
    function read(address target, bytes memory data, uint256 words)
        internal
        view
        returns (bool ok, bytes memory answer)
    {
        uint256 size = words * 32;
        answer = new bytes(size);
        if (target.code.length == 0) return (false, answer);
        assembly ("memory-safe") {
            ok := staticcall(READ_GAS, target, add(data, 32), mload(data), add(answer, 32), size)
            ok := and(ok, iszero(lt(returndatasize(), size)))
        }
    }

    /// @notice Reads one unsigned word; a failing read gives (false, 0).
    function readUint(address target, bytes memory data) internal view returns (bool ok, uint256 value) {
        bytes memory answer;
        (ok, answer) = read(target, data, 1);
        if (ok) value = abi.decode(answer, (uint256));
    }

    /// @notice Reads what this contract holds of a token, in the words that every action needs for each asset, twice: nothing is
    /// kept in memory. A failing read gives (false, 0).
    function readOwnBalance(address token) internal view returns (bool ok, uint256 held) {
        uint256 selector = uint32(IERC20.balanceOf.selector);
        assembly ("memory-safe") {
            mstore(0, shl(224, selector))
            mstore(4, address())
            ok := staticcall(READ_GAS, token, 0, 36, 0, 32)
            // Where there is no code nothing is answered.
            ok := and(ok, gt(returndatasize(), 31))
            held := mul(mload(0), ok)
        }
    }

    /// @notice Reads what a spender may take of an owner's tokens; nothing is kept in memory. A failing read gives (false, 0).
    function readAllowance(address token, address owner, address spender)
        internal
        view
        returns (bool ok, uint256 value)
    {
        uint256 selector = uint32(IERC20.allowance.selector);
        assembly ("memory-safe") {
            let data := mload(0x40)
            mstore(data, shl(224, selector))
            mstore(add(data, 4), owner)
            mstore(add(data, 36), spender)
            ok := staticcall(READ_GAS, token, data, 68, 0, 32)
            // Where there is no code nothing is answered.
            ok := and(ok, gt(returndatasize(), 31))
            value := mul(mload(0), ok)
        }
    }

    /// @notice Reads an answer of up to `most` bytes with up to `gasLimit` gas; a failing read, or one without code, is
    /// empty.
    function readBytes(address target, bytes memory data, uint256 gasLimit, uint256 most)
        internal
        view
        returns (bool ok, bytes memory answer)
    {
        if (target.code.length == 0) return (false, answer);
        assembly ("memory-safe") {
            ok := staticcall(gasLimit, target, add(data, 32), mload(data), 0, 0)
            ok := and(ok, iszero(gt(returndatasize(), most)))
            let size := mul(ok, returndatasize())
            answer := mload(0x40)
            mstore(0x40, add(answer, and(add(size, 63), not(31))))
            mstore(answer, size)
            returndatacopy(add(answer, 32), 0, size)
        }
    }
}
