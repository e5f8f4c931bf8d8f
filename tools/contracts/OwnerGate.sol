// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @title OwnerGate
/// @notice Owner of a PolicyCage on behalf of a person or a Safe: it carries out exactly the calls that its own
/// owner approved by an EIP-712 signature (ERC-1271 when the owner is a contract), once, until a deadline. The
/// sender of the transaction has no say in it.
/// @dev The struct is the one that the off-chain layer checks, so that one signature passes two judges.
contract OwnerGate is EIP712, ReentrancyGuard {
    /// @notice One call that the gate makes.
    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    /// @notice What the owner signs.
    struct Approval {
        string tool;
        bytes32 paramsHash;
        bytes32 callsHash;
        address account;
        uint256 nonce;
        uint256 deadline;
        bytes32 policyVersion;
    }

    /// @notice The approved calls were carried out.
    event CarriedOut(uint256 indexed nonce, string tool, address sender);
    /// @notice A nonce was given up.
    event Invalidated(uint256 indexed nonce);

    error ApprovalExpired(uint256 found, uint256 expected);
    error ApprovalUsed(uint256 nonce);
    error CallsDiffer(bytes32 found, bytes32 expected);
    error NotApproved();
    error CallFailed(uint256 index, bytes reason);

    bytes32 private constant CALL_TYPE = keccak256("Call(address target,uint256 value,bytes data)");
    bytes32 private constant APPROVAL_TYPE = keccak256(
        "OwnerApproval(string tool,bytes32 paramsHash,bytes32 callsHash,address account,uint256 nonce,uint256 deadline,bytes32 policyVersion)"
    );

    /// @notice The person or Safe that approves.
    address public immutable owner;

    /// @notice Nonces that were used or given up; they need no order.
    mapping(uint256 nonce => bool) public used;

    constructor(address owner_) EIP712("Assay owner approval", "1") {
        owner = owner_;
    }

    /// @dev Native currency that the cage pays out passes through.
    receive() external payable {}

    /// @notice Carry out approved calls. Anybody may send it.
    function carryOut(Approval calldata approval, Call[] calldata calls, bytes calldata signature)
        external
        nonReentrant
        returns (bytes[] memory results)
    {
        if (block.timestamp > approval.deadline) {
            revert ApprovalExpired(block.timestamp, approval.deadline);
        }
        if (used[approval.nonce]) revert ApprovalUsed(approval.nonce);
        bytes32 callsHash = hashCalls(calls);
        if (callsHash != approval.callsHash) revert CallsDiffer(callsHash, approval.callsHash);
        if (!SignatureChecker.isValidSignatureNow(owner, hashApproval(approval), signature)) {
            revert NotApproved();
        }
        used[approval.nonce] = true;
        results = new bytes[](calls.length);
        for (uint256 i; i < calls.length; ++i) {
            (bool ok, bytes memory result) = calls[i].target.call{value: calls[i].value}(calls[i].data);
            if (!ok) revert CallFailed(i, result);
            results[i] = result;
        }
        emit CarriedOut(approval.nonce, approval.tool, msg.sender);
    }

    /// @notice Give up a nonce, so that an approval that was signed for it is worth nothing.
    function invalidate(uint256 nonce) external {
        if (msg.sender != owner) revert NotApproved();
        used[nonce] = true;
        emit Invalidated(nonce);
    }

    /// @notice The hash that the owner signs.
    function hashApproval(Approval calldata approval) public view returns (bytes32) {
        return _hashTypedDataV4(
            keccak256(
                abi.encode(
                    APPROVAL_TYPE,
                    keccak256(bytes(approval.tool)),
                    approval.paramsHash,
                    approval.callsHash,
                    approval.account,
                    approval.nonce,
                    approval.deadline,
                    approval.policyVersion
                )
            )
        );
    }

    /// @notice The hash of calls as an array of EIP-712 structs.
    function hashCalls(Call[] calldata calls) public pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](calls.length);
        for (uint256 i; i < calls.length; ++i) {
            hashes[i] =
                keccak256(abi.encode(CALL_TYPE, calls[i].target, calls[i].value, keccak256(calls[i].data)));
        }
        return keccak256(abi.encodePacked(hashes));
    }
}
