// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ICageErrors} from "../../../contracts/interfaces/ICageErrors.sol";
import {ICallChecker} from "../../../contracts/interfaces/ICallChecker.sol";
import {Pledge} from "../../../contracts/interfaces/Position.sol";
import {CallData} from "../../../contracts/libraries/CallData.sol";

/// @title UniswapV3Checker
/// @notice Rules on calls to a NonfungiblePositionManager.
contract UniswapV3Checker is ICallChecker {
    bytes4 private constant MINT = 0x88316456; // mint(MintParams)
    bytes4 private constant INCREASE_LIQUIDITY = 0x219f5d17; // increaseLiquidity(IncreaseLiquidityParams)
    bytes4 private constant DECREASE_LIQUIDITY = 0x0c49ccbe; // decreaseLiquidity(DecreaseLiquidityParams)
    bytes4 private constant COLLECT = 0xfc6f7865; // collect(CollectParams)
    bytes4 private constant TRANSFER_FROM = 0x23b872dd; // transferFrom(address,address,uint256)
    bytes4 private constant SAFE_TRANSFER_FROM = 0x42842e0e; // safeTransferFrom(address,address,uint256)
    bytes4 private constant SAFE_TRANSFER_FROM_DATA = 0xb88d4fde; // safeTransferFrom(address,address,uint256,bytes)

    /// @notice The contract whose calls these are.
    address public immutable MANAGER;
    /// @notice The staker in which positions earn rewards, and where the reader counts them as before.
    address public immutable STAKER;

    constructor(address manager, address staker) {
        (MANAGER, STAKER) = (manager, staker);
    }

    /// @inheritdoc ICallChecker
    function check(address account, uint256, bytes calldata data)
        external
        view
        returns (bool revokes, Pledge[] memory pledges)
    {
        bytes4 selector = CallData.selector(data);
        // A position is money: it may not be handed over or approved, whatever the list says, but to the staker, which
        // books it as the account's.
        if (
            selector == CallData.APPROVE || selector == TRANSFER_FROM || selector == SAFE_TRANSFER_FROM
                || (selector == SAFE_TRANSFER_FROM_DATA && !_isDeposit(account, data))
        ) revert ICageErrors.TargetNotAllowed(MANAGER, selector);
        // Fees count only once they are collected, so no loss would show if they went to another account.
        if (selector == COLLECT) {
            address recipient = CallData.addressArg(MANAGER, data, 1);
            if (recipient != account) revert ICageErrors.RecipientNotAllowed(recipient);
        }
        if (CallData.isMulticall(selector)) _checkBundle(data);
        return (revokes, pledges);
    }

    function _isDeposit(address account, bytes memory data) private view returns (bool) {
        return CallData.addressArg(MANAGER, data, 0) == account
            && CallData.addressArg(MANAGER, data, 1) == STAKER;
    }

    /// @dev What a bundle collects or books is counted with what it pays in, and would pay for what is lost at it.
    function _checkBundle(bytes memory data) private view {
        bytes4 bundle = CallData.selector(data);
        bytes[] memory calls = CallData.inner(data);
        bool takesOut;
        bool paysIn;
        for (uint256 i; i < calls.length; ++i) {
            bytes4 selector = CallData.selector(calls[i]);
            if (CallData.isMulticall(selector)) revert ICageErrors.TargetNotAllowed(MANAGER, selector);
            if (selector == COLLECT || selector == DECREASE_LIQUIDITY) takesOut = true;
            if (selector == MINT || selector == INCREASE_LIQUIDITY) paysIn = true;
        }
        if (takesOut && paysIn) revert ICageErrors.TargetNotAllowed(MANAGER, bundle);
    }
}
