// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ISignatureScheme} from "../../../contracts/interfaces/ISignatureScheme.sol";
import {Leg, Pledge, PledgeKind} from "../../../contracts/interfaces/Position.sol";
import {Permit2Digest} from "./Permit2Digest.sol";

/// @title PermitSingleScheme
/// @notice Permit2's `PermitSingle`: an allowance by signature. Its fields are the ABI-encoded message.
contract PermitSingleScheme is ISignatureScheme {
    struct Details {
        address token;
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    struct PermitSingle {
        Details details;
        address spender;
        uint256 sigDeadline;
    }

    bytes32 private constant DETAILS_TYPE =
        keccak256("PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)");
    bytes32 private constant PERMIT_TYPE = keccak256(
        "PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)"
    );

    address private immutable PERMIT2;

    constructor(address permit2) {
        PERMIT2 = permit2;
    }

    /// @inheritdoc ISignatureScheme
    /// @dev Unused, the signature holds until its deadline; used, the allowance until its expiration.
    function terms(address account, bytes calldata fields)
        external
        view
        returns (bytes32 digest, Pledge memory pledge)
    {
        PermitSingle memory p = abi.decode(fields, (PermitSingle));
        bytes32 details = keccak256(abi.encode(DETAILS_TYPE, p.details));
        digest = Permit2Digest.ofMessage(
            PERMIT2, keccak256(abi.encode(PERMIT_TYPE, details, p.spender, p.sigDeadline))
        );
        pledge.kind = PledgeKind.Allowance;
        pledge.legs = new Leg[](1);
        pledge.legs[0] = Leg(p.details.token, -int256(uint256(p.details.amount)));
        uint256 until = p.sigDeadline > p.details.expiration ? p.sigDeadline : p.details.expiration;
        (pledge.spender, pledge.to, pledge.until) = (p.spender, account, Permit2Digest.toUntil(until));
    }
}
