// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ICageErrors} from "../../../contracts/interfaces/ICageErrors.sol";
import {ISignatureScheme} from "../../../contracts/interfaces/ISignatureScheme.sol";
import {Leg, Pledge} from "../../../contracts/interfaces/Position.sol";
import {Permit2Digest} from "./Permit2Digest.sol";

/// @title ExclusiveDutchScheme
/// @notice UniswapX's exclusive Dutch order, signed as the witness of a Permit2 transfer. Its fields are the bytes of the
/// order that a filler hands to the reactor (ExclusiveDutchOrderLib.sol of https://github.com/Uniswap/UniswapX).
contract ExclusiveDutchScheme is ISignatureScheme {
    struct OrderInfo {
        address reactor;
        address swapper;
        uint256 nonce;
        uint256 deadline;
        address additionalValidationContract;
        bytes additionalValidationData;
    }

    struct DutchInput {
        address token;
        uint256 startAmount;
        uint256 endAmount;
    }

    struct DutchOutput {
        address token;
        uint256 startAmount;
        uint256 endAmount;
        address recipient;
    }

    struct Order {
        OrderInfo info;
        uint256 decayStartTime;
        uint256 decayEndTime;
        address exclusiveFiller;
        uint256 exclusivityOverrideBps;
        DutchInput input;
        DutchOutput[] outputs;
    }

    bytes private constant INFO =
        "OrderInfo(address reactor,address swapper,uint256 nonce,uint256 deadline,address additionalValidationContract,bytes additionalValidationData)";
    bytes private constant OUTPUT =
        "DutchOutput(address token,uint256 startAmount,uint256 endAmount,address recipient)";
    bytes private constant ORDER =
        "ExclusiveDutchOrder(OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,address exclusiveFiller,uint256 exclusivityOverrideBps,address inputToken,uint256 inputStartAmount,uint256 inputEndAmount,DutchOutput[] outputs)";
    bytes32 private constant ORDER_TYPE = keccak256(abi.encodePacked(ORDER, OUTPUT, INFO));
    bytes32 private constant TRANSFER_TYPE = keccak256(
        abi.encodePacked(
            "PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,ExclusiveDutchOrder witness)",
            OUTPUT,
            ORDER,
            INFO,
            "TokenPermissions(address token,uint256 amount)"
        )
    );

    address private immutable PERMIT2;
    address private immutable REACTOR;

    constructor(address permit2, address reactor) {
        (PERMIT2, REACTOR) = (permit2, reactor);
    }

    /// @inheritdoc ISignatureScheme
    /// @dev The reactor enforces the outputs, and takes of the input what Permit2 permits at most.
    function terms(address account, bytes calldata fields)
        external
        view
        returns (bytes32 digest, Pledge memory pledge)
    {
        Order memory o = abi.decode(fields, (Order));
        if (o.info.reactor != REACTOR) revert ICageErrors.SpenderNotAllowed(o.input.token, o.info.reactor);
        if (o.info.swapper != account) revert ICageErrors.Unauthorized(o.info.swapper);
        bytes32 permitted = Permit2Digest.ofPermissions(o.input.token, o.input.endAmount);
        digest = Permit2Digest.ofMessage(
            PERMIT2,
            keccak256(abi.encode(TRANSFER_TYPE, permitted, REACTOR, o.info.nonce, o.info.deadline, _hash(o)))
        );
        pledge.legs = new Leg[](1 + o.outputs.length);
        pledge.legs[0] = Leg(o.input.token, -Permit2Digest.toAmount(o.input.endAmount));
        for (uint256 i; i < o.outputs.length; ++i) {
            DutchOutput memory output = o.outputs[i];
            if (output.recipient != account) revert ICageErrors.RecipientNotAllowed(output.recipient);
            uint256 least = output.startAmount < output.endAmount ? output.startAmount : output.endAmount;
            pledge.legs[i + 1] = Leg(output.token, Permit2Digest.toAmount(least));
        }
        (pledge.spender, pledge.to) = (REACTOR, account);
        pledge.until = Permit2Digest.toUntil(o.info.deadline);
    }

    function _hash(Order memory o) private pure returns (bytes32) {
        bytes32 info = keccak256(
            abi.encode(
                keccak256(INFO),
                o.info.reactor,
                o.info.swapper,
                o.info.nonce,
                o.info.deadline,
                o.info.additionalValidationContract,
                keccak256(o.info.additionalValidationData)
            )
        );
        bytes32[] memory outputs = new bytes32[](o.outputs.length);
        for (uint256 i; i < outputs.length; ++i) {
            outputs[i] = keccak256(abi.encode(keccak256(OUTPUT), o.outputs[i]));
        }
        return keccak256(
            abi.encode(
                ORDER_TYPE,
                info,
                o.decayStartTime,
                o.decayEndTime,
                o.exclusiveFiller,
                o.exclusivityOverrideBps,
                o.input,
                keccak256(abi.encodePacked(outputs))
            )
        );
    }
}
