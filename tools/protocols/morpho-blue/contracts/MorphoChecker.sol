// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ICallChecker} from "../../../contracts/interfaces/ICallChecker.sol";
import {Pledge} from "../../../contracts/interfaces/Position.sol";
import {ICageErrors} from "../../../contracts/interfaces/ICageErrors.sol";
import {IMorpho, MarketParams} from "./IMorpho.sol";

/// @title MorphoChecker
/// @notice Lets an account act on its own positions in Morpho Blue and nothing else: for itself, to itself, without
/// callbacks, and without handing out authority over all of them.
contract MorphoChecker is ICallChecker {
    /// @notice Morpho Blue.
    IMorpho public immutable MORPHO;

    constructor(IMorpho morpho) {
        MORPHO = morpho;
    }

    /// @inheritdoc ICallChecker
    function check(address account, uint256 value, bytes calldata data)
        external
        view
        returns (bool revokes, Pledge[] memory pledges)
    {
        pledges = new Pledge[](0);
        bytes4 selector = bytes4(data);
        if (value != 0) revert ICageErrors.NativeNotAllowed();
        if (selector == IMorpho.supply.selector || selector == IMorpho.repay.selector) {
            (,,, address onBehalf, bytes memory callback) =
                abi.decode(data[4:], (MarketParams, uint256, uint256, address, bytes));
            _only(account, onBehalf);
            _without(selector, callback);
        } else if (selector == IMorpho.withdraw.selector || selector == IMorpho.borrow.selector) {
            (,,, address onBehalf, address receiver) =
                abi.decode(data[4:], (MarketParams, uint256, uint256, address, address));
            _only(account, onBehalf);
            _only(account, receiver);
        } else if (selector == IMorpho.supplyCollateral.selector) {
            (,, address onBehalf, bytes memory callback) =
                abi.decode(data[4:], (MarketParams, uint256, address, bytes));
            _only(account, onBehalf);
            _without(selector, callback);
        } else if (selector == IMorpho.withdrawCollateral.selector) {
            (,, address onBehalf, address receiver) =
                abi.decode(data[4:], (MarketParams, uint256, address, address));
            _only(account, onBehalf);
            _only(account, receiver);
        } else if (selector == IMorpho.liquidate.selector) {
            (,,,, bytes memory callback) =
                abi.decode(data[4:], (MarketParams, address, uint256, uint256, bytes));
            _without(selector, callback);
        } else if (selector == IMorpho.setAuthorization.selector) {
            (, bool isAuthorized) = abi.decode(data[4:], (address, bool));
            if (isAuthorized) _refuse(selector);
            revokes = true;
        } else if (selector != IMorpho.accrueInterest.selector && selector != IMorpho.createMarket.selector) {
            _refuse(selector);
        }
    }

    function _only(address account, address gaining) private pure {
        if (gaining != account) revert ICageErrors.RecipientNotAllowed(gaining);
    }

    /// @dev Morpho hands control to its caller in the middle of a call that brings data.
    function _without(bytes4 selector, bytes memory callback) private view {
        if (callback.length != 0) _refuse(selector);
    }

    function _refuse(bytes4 selector) private view {
        revert ICageErrors.TargetNotAllowed(address(MORPHO), selector);
    }
}
