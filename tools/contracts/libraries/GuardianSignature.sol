// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {IPolicyCage} from "../IPolicyCage.sol";
import {ICageErrors} from "../interfaces/ICageErrors.sol";

/// @title GuardianSignature
/// @notice What the guardian signs, and whether it did (EIP-712, domain of this very cage on this very chain).
/// @dev A key only, no ERC-1271: asking a contract would hand control out before the calls, and make what was signed
/// depend on another contract's state. `ECDSA` takes neither malleable, short nor zero signatures.
library GuardianSignature {
    bytes32 private constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant NAME = keccak256("Assay PolicyCage");
    bytes32 private constant VERSION = keccak256("1");
    bytes32 private constant CALL_TYPE = keccak256("Call(address target,uint256 value,bytes data)");
    bytes32 private constant ACTION_TYPE = keccak256(
        "Action(Call[] calls,uint256 deadline,bytes32 permitId)Call(address target,uint256 value,bytes data)"
    );

    /// @notice Reverts unless the signature is the guardian's over the action.
    function check(
        address guardian,
        IPolicyCage.Call[] calldata calls,
        uint256 deadline,
        bytes32 permitId,
        bytes calldata signature
    ) internal view {
        (address signer, ECDSA.RecoverError problem,) =
            ECDSA.tryRecover(hashAction(calls, deadline, permitId), signature);
        if (problem != ECDSA.RecoverError.NoError || signer != guardian) {
            revert ICageErrors.GuardianSignatureInvalid();
        }
    }

    /// @notice The hash that the guardian signs.
    function hashAction(IPolicyCage.Call[] calldata calls, uint256 deadline, bytes32 permitId)
        internal
        view
        returns (bytes32)
    {
        bytes32[] memory hashes = new bytes32[](calls.length);
        for (uint256 i; i < calls.length; ++i) {
            hashes[i] =
                keccak256(abi.encode(CALL_TYPE, calls[i].target, calls[i].value, keccak256(calls[i].data)));
        }
        bytes32 action =
            keccak256(abi.encode(ACTION_TYPE, keccak256(abi.encodePacked(hashes)), deadline, permitId));
        bytes32 domain = keccak256(abi.encode(DOMAIN_TYPE, NAME, VERSION, block.chainid, address(this)));
        return MessageHashUtils.toTypedDataHash(domain, action);
    }
}
