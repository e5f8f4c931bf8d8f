// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

/// @title Permit2Digest
/// @notice What Permit2 asks an account's ERC-1271 about, on this very chain (EIP712.sol and PermitHash.sol of
/// https://github.com/Uniswap/permit2).
library Permit2Digest {
    bytes32 private constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)");
    bytes32 private constant NAME = keccak256("Permit2");
    bytes32 private constant PERMISSIONS_TYPE = keccak256("TokenPermissions(address token,uint256 amount)");

    /// @notice Digest of a message of Permit2.
    function ofMessage(address permit2, bytes32 structHash) internal view returns (bytes32) {
        bytes32 domain = keccak256(abi.encode(DOMAIN_TYPE, NAME, block.chainid, permit2));
        return MessageHashUtils.toTypedDataHash(domain, structHash);
    }

    /// @notice Hash of a token and the most of it that may be taken.
    function ofPermissions(address token, uint256 amount) internal pure returns (bytes32) {
        return keccak256(abi.encode(PERMISSIONS_TYPE, token, amount));
    }

    /// @notice Last second at which something may be used; beyond 40 bits it never ends.
    function toUntil(uint256 untilSeconds) internal pure returns (uint40) {
        return untilSeconds > type(uint40).max ? type(uint40).max : uint40(untilSeconds);
    }

    /// @notice An amount as a leg has it; beyond its type it is unlimited.
    function toAmount(uint256 amount) internal pure returns (int256) {
        return amount > uint256(type(int256).max) ? type(int256).max : int256(amount);
    }
}
