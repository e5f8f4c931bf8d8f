// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPolicyCage} from "../../../contracts/IPolicyCage.sol";
import {ICageErrors} from "../../../contracts/interfaces/ICageErrors.sol";
import {ICallChecker} from "../../../contracts/interfaces/ICallChecker.sol";
import {Pledge} from "../../../contracts/interfaces/Position.sol";
import {IExclusiveDutchOrderReactor as Reactor} from "./IUniswapX.sol";

/// @title UniswapXChecker
/// @notice Lets an account fill the orders of others: each pays the account an asset, for assets that it pays to whomever
/// the order names.
/// @dev The reactor pays the input to its caller and takes the outputs of its caller, no more than the caller allows it.
/// What the account loses by it the cage measures, as it does for any exchange.
contract UniswapXChecker is ICallChecker {
    /// @notice The contract whose calls these are.
    address public immutable REACTOR;

    constructor(address reactor) {
        REACTOR = reactor;
    }

    /// @inheritdoc ICallChecker
    function check(address account, uint256 value, bytes calldata data)
        external
        view
        returns (bool revokes, Pledge[] memory pledges)
    {
        bytes4 selector = bytes4(data);
        if (selector != Reactor.execute.selector) revert ICageErrors.TargetNotAllowed(REACTOR, selector);
        if (value != 0) revert ICageErrors.NativeNotAllowed();
        Reactor.SignedOrder memory signed = abi.decode(data[4:], (Reactor.SignedOrder));
        Reactor.ExclusiveDutchOrder memory order = abi.decode(signed.order, (Reactor.ExclusiveDutchOrder));
        // Bytes that encoding them again does not give might be read otherwise by the reactor.
        if (
            keccak256(signed.order) != keccak256(abi.encode(order))
                || keccak256(data) != keccak256(abi.encodeCall(Reactor.execute, (signed)))
        ) {
            revert ICageErrors.MalformedCall(REACTOR, selector);
        }
        if (order.info.reactor != REACTOR) {
            revert ICageErrors.TargetNotAllowed(order.info.reactor, selector);
        }
        // It would pay itself by what it answered for.
        if (order.info.swapper == account) revert ICageErrors.Unauthorized(account);
        // Code of the swapper's choice, which is asked in the middle of it.
        address validation = order.info.additionalValidationContract;
        if (validation != address(0)) revert ICageErrors.TargetNotAllowed(validation, selector);
        _checkAsset(account, order.input.token);
        for (uint256 i; i < order.outputs.length; ++i) {
            _checkAsset(account, order.outputs[i].token);
        }
        return (false, new Pledge[](0));
    }

    /// @dev The native coin, which orders name as zero, is none.
    function _checkAsset(address account, address token) private view {
        if (!IPolicyCage(account).isAsset(token)) revert ICageErrors.AssetNotAllowed(token);
    }
}
