// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ICageErrors} from "../../../contracts/interfaces/ICageErrors.sol";
import {ICallChecker} from "../../../contracts/interfaces/ICallChecker.sol";
import {Pledge} from "../../../contracts/interfaces/Position.sol";
import {CallData} from "../../../contracts/libraries/CallData.sol";

/// @title UniswapV3Checker
/// @notice Rules on calls to a NonfungiblePositionManager.
contract UniswapV3Checker is ICallChecker {
    bytes4 private constant COLLECT = 0xfc6f7865; // collect(CollectParams)
    bytes4 private constant TRANSFER_FROM = 0x23b872dd; // transferFrom(address,address,uint256)
    bytes4 private constant SAFE_TRANSFER_FROM = 0x42842e0e; // safeTransferFrom(address,address,uint256)
    bytes4 private constant SAFE_TRANSFER_FROM_DATA = 0xb88d4fde; // safeTransferFrom(address,address,uint256,bytes)

    /// @notice The contract whose calls these are.
    address public immutable MANAGER;

    constructor(address manager) {
        MANAGER = manager;
    }

    /// @inheritdoc ICallChecker
    function check(address account, uint256, bytes calldata data)
        external
        view
        returns (bool revokes, Pledge[] memory pledges)
    {
        bytes4 selector = CallData.selector(data);
        // A position is money: it may not be handed over or approved, whatever the list says.
        if (
            selector == CallData.APPROVE || selector == TRANSFER_FROM || selector == SAFE_TRANSFER_FROM
                || selector == SAFE_TRANSFER_FROM_DATA
        ) revert ICageErrors.TargetNotAllowed(MANAGER, selector);
        // Fees count only once they are collected, so no loss would show if they went to another account.
        if (selector == COLLECT) {
            (bool ok, uint256 word) = CallData.word(data, 1);
            if (!ok) revert ICageErrors.MalformedCall(MANAGER, selector);
            if (address(uint160(word)) != account) {
                revert ICageErrors.RecipientNotAllowed(address(uint160(word)));
            }
        }
        return (revokes, pledges);
    }
}
