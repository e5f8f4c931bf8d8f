// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPolicyCage} from "../../../contracts/IPolicyCage.sol";
import {ICageErrors} from "../../../contracts/interfaces/ICageErrors.sol";
import {ICallChecker} from "../../../contracts/interfaces/ICallChecker.sol";
import {Pledge} from "../../../contracts/interfaces/Position.sol";
import {CallData} from "../../../contracts/libraries/CallData.sol";

/// @title Permit2Checker
/// @notice Rules on calls to Permit2: allowances of assets, bounded, to the account's own targets; everything that takes
/// authority back.
contract Permit2Checker is ICallChecker {
    bytes4 private constant APPROVE = 0x87517c45; // approve(address,address,uint160,uint48)
    bytes4 private constant LOCKDOWN = 0xcc53287f; // lockdown((address,address)[])
    bytes4 private constant INVALIDATE_NONCES = 0x65d9723c; // invalidateNonces(address,address,uint48)
    bytes4 private constant INVALIDATE_UNORDERED = 0x3ff9dcb1; // invalidateUnorderedNonces(uint256,uint256)
    /// @dev Allowances from here on count as unlimited: half the range of the type.
    uint256 private constant UNLIMITED = 1 << 159;

    /// @notice The contract whose calls these are.
    address public immutable PERMIT2;

    constructor(address permit2) {
        PERMIT2 = permit2;
    }

    /// @inheritdoc ICallChecker
    function check(address account, uint256, bytes calldata data)
        external
        view
        returns (bool revokes, Pledge[] memory pledges)
    {
        bytes4 selector = CallData.selector(data);
        if (selector == LOCKDOWN || selector == INVALIDATE_NONCES || selector == INVALIDATE_UNORDERED) {
            return (true, pledges);
        }
        if (selector != APPROVE) revert ICageErrors.TargetNotAllowed(PERMIT2, selector);
        (address token, address spender) =
            (CallData.addressArg(PERMIT2, data, 0), CallData.addressArg(PERMIT2, data, 1));
        uint256 amount = CallData.arg(PERMIT2, data, 2);
        if (amount == 0) return (true, pledges);
        if (!IPolicyCage(account).isAsset(token)) revert ICageErrors.AssetNotAllowed(token);
        if (amount >= UNLIMITED) revert ICageErrors.UnlimitedApproval(token, spender, amount);
        if (!IPolicyCage(account).isTarget(spender)) revert ICageErrors.SpenderNotAllowed(token, spender);
        return (false, pledges);
    }
}
