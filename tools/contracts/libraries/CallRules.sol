// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPolicyCage} from "../IPolicyCage.sol";
import {CageState} from "./CageState.sol";
import {CallData} from "./CallData.sol";

/// @title CallRules
/// @notice Which calls an action may consist of, whatever their effect.
/// @dev Linked into the cage, which would not fit into 24 576 bytes otherwise.
library CallRules {
    address private constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;
    /// @dev Allowances from here on count as unlimited: half the range of the type.
    uint256 private constant UNLIMITED = 1 << 255;
    uint256 private constant UNLIMITED_PERMIT2 = 1 << 159;

    struct Fixed {
        uint256 native; // place of the wrapped native token plus one; 0 when it is no asset
        address manager;
    }

    /// @notice Reverts unless every call is approved.
    /// @return onlyRevokes Whether all of them can only take authority away.
    /// @return paid What goes to approved recipients, asset by asset.
    function check(
        CageState.State storage self,
        IPolicyCage.Call[] calldata calls,
        address wrappedNative,
        address manager
    ) external view returns (bool onlyRevokes, uint256[] memory paid) {
        onlyRevokes = true;
        paid = new uint256[](self.assets.length);
        Fixed memory fixed_ = Fixed(self.assetIndex[wrappedNative], manager);
        for (uint256 i; i < calls.length; ++i) {
            IPolicyCage.Call calldata call = calls[i];
            if (!_check(self, fixed_, paid, call.target, call.value, call.data)) onlyRevokes = false;
        }
    }

    /// @dev Reverts unless the call is approved. `revokes` says that it can only take authority away. Payments to
    /// recipients are added to `paid`.
    function _check(
        CageState.State storage self,
        Fixed memory fixed_,
        uint256[] memory paid,
        address target,
        uint256 value,
        bytes memory data
    ) private view returns (bool revokes) {
        bytes4 selector = CallData.selector(data);
        if (target == address(this)) revert IPolicyCage.TargetNotAllowed(target, selector);
        if (value != 0 && fixed_.native == 0) revert IPolicyCage.NativeNotAllowed();
        if (data.length == 0) {
            if (self.recipients[target]) {
                if (value != 0) paid[fixed_.native - 1] += value;
            } else if (self.selectorCount[target] == 0) {
                revert IPolicyCage.RecipientNotAllowed(target);
            }
            return false;
        }
        if (data.length < 4 || selector == CallData.SET_APPROVAL_FOR_ALL) {
            revert IPolicyCage.TargetNotAllowed(target, selector);
        }
        bool listed = self.allowed[target][selector];
        uint256 indexPlusOne = self.assetIndex[target];

        // A liquidity position is money: it may not be handed over or approved, whatever the list says.
        if (
            target == fixed_.manager
                && (selector == CallData.APPROVE
                    || selector == CallData.TRANSFER_FROM
                    || selector == CallData.SAFE_TRANSFER_FROM
                    || selector == CallData.SAFE_TRANSFER_FROM_DATA)
        ) revert IPolicyCage.TargetNotAllowed(target, selector);
        // Fees count only once they are collected, so no loss would show if they went to another account.
        if (target == fixed_.manager && selector == CallData.POSITION_COLLECT) {
            address recipient = address(uint160(_arg(target, data, 1)));
            if (recipient != address(this)) revert IPolicyCage.RecipientNotAllowed(recipient);
        }

        if (selector == CallData.APPROVE || selector == CallData.INCREASE_ALLOWANCE) {
            if (!listed && (indexPlusOne == 0 || selector != CallData.APPROVE)) {
                revert IPolicyCage.TargetNotAllowed(target, selector);
            }
            return _checkApproval(self, target, _arg(target, data, 0), _arg(target, data, 1), UNLIMITED)
                && selector == CallData.APPROVE;
        }
        if (selector == CallData.TRANSFER) {
            if (!listed && indexPlusOne == 0) revert IPolicyCage.TargetNotAllowed(target, selector);
            address recipient = address(uint160(_arg(target, data, 0)));
            if (!self.recipients[recipient]) revert IPolicyCage.RecipientNotAllowed(recipient);
            if (indexPlusOne != 0) paid[indexPlusOne - 1] += _arg(target, data, 1);
            return false;
        }
        if (target == PERMIT2) {
            if (
                selector == CallData.PERMIT2_LOCKDOWN || selector == CallData.PERMIT2_INVALIDATE_NONCES
                    || selector == CallData.PERMIT2_INVALIDATE_UNORDERED
            ) return true;
            if (selector == CallData.PERMIT2_APPROVE) {
                uint256 amount = _arg(target, data, 2);
                if (!listed && amount != 0) revert IPolicyCage.TargetNotAllowed(target, selector);
                address token = address(uint160(_arg(target, data, 0)));
                if (amount != 0 && self.assetIndex[token] == 0) revert IPolicyCage.AssetNotAllowed(token);
                return _checkApproval(self, token, _arg(target, data, 1), amount, UNLIMITED_PERMIT2);
            }
        }
        if (!listed) revert IPolicyCage.TargetNotAllowed(target, selector);
        if (CallData.isMulticall(selector)) {
            bytes[] memory inner = CallData.inner(data);
            for (uint256 i; i < inner.length; ++i) {
                // The cage learns a position's id from what `mint` returns, which a bundle would hide.
                if (target == fixed_.manager && CallData.selector(inner[i]) == CallData.POSITION_MINT) {
                    revert IPolicyCage.TargetNotAllowed(target, CallData.POSITION_MINT);
                }
                _check(self, fixed_, new uint256[](paid.length), target, 0, inner[i]);
            }
        }
    }

    function _checkApproval(
        CageState.State storage self,
        address token,
        uint256 spenderWord,
        uint256 amount,
        uint256 unlimited
    ) private view returns (bool revokes) {
        if (amount == 0) return true;
        address spender = address(uint160(spenderWord));
        if (amount >= unlimited) revert IPolicyCage.UnlimitedApproval(token, spender, amount);
        if (self.selectorCount[spender] == 0) revert IPolicyCage.SpenderNotAllowed(token, spender);
    }

    function _arg(address target, bytes memory data, uint256 index) private pure returns (uint256 value) {
        bool ok;
        (ok, value) = CallData.word(data, index);
        if (!ok) revert IPolicyCage.MalformedCall(target, CallData.selector(data));
    }
}
