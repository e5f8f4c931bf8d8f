// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPolicyCage} from "../IPolicyCage.sol";
import {ICageErrors} from "../interfaces/ICageErrors.sol";
import {ICallChecker} from "../interfaces/ICallChecker.sol";
import {Pledge} from "../interfaces/Position.sol";
import {CageState} from "./CageState.sol";
import {CallData} from "./CallData.sol";
import {Meter} from "./Meter.sol";
import {Pledges} from "./Pledges.sol";

/// @title CallRules
/// @notice Which calls an action may consist of, whatever their effect.
/// @dev Linked into the cage, which would not fit into 24 576 bytes otherwise.
library CallRules {
    /// @dev Allowances from here on count as unlimited: half the range of the type.
    uint256 private constant UNLIMITED = 1 << 255;
    /// @dev Longer data would use up the gas of a reader that is told it, and hide what the call did.
    uint256 private constant MAX_BYTES = 131_072;

    /// @notice Reverts unless every call is approved; records the messages and pledges among them. `came` is what came in
    /// exchange since the cage looked.
    /// @return onlyRevokes Whether all of them can only take authority away.
    /// @return paidUsdc What each of them says to go to approved recipients, at `prices`.
    /// @return pledged What others may take later.
    function check(
        CageState.State storage self,
        IPolicyCage.Call[] calldata calls,
        address wrappedNative,
        uint256[] memory prices,
        uint256[] memory came
    ) external returns (bool onlyRevokes, uint256[] memory paidUsdc, Pledges.Sum memory pledged) {
        Pledges.review(self, pledged, came);
        onlyRevokes = true;
        paidUsdc = new uint256[](calls.length);
        Pledges.Payment memory paid;
        paid.prices = prices;
        uint256 native = self.assetIndex[wrappedNative];
        for (uint256 i; i < calls.length; ++i) {
            IPolicyCage.Call calldata call = calls[i];
            if (self.targets[call.target].isScheme) {
                if (call.value != 0) revert ICageErrors.NativeNotAllowed();
                Pledges.record(self, pledged, call.target, call.data);
                onlyRevokes = false;
            } else if (!_check(self, native, paid, pledged, call.target, call.value, call.data)) {
                onlyRevokes = false;
            }
            (paidUsdc[i], paid.usdc) = (paid.usdc, 0);
        }
    }

    /// @dev Reverts unless the call is approved. `revokes` says that it can only take authority away. Payments to
    /// recipients are added to `paid`, and what is pledged to `pledged`. `native` is the place of the wrapped native
    /// token plus one; 0 when it is no asset.
    function _check(
        CageState.State storage self,
        uint256 native,
        Pledges.Payment memory paid,
        Pledges.Sum memory pledged,
        address target,
        uint256 value,
        bytes memory data
    ) private returns (bool revokes) {
        bytes4 selector = CallData.selector(data);
        if (target == address(this)) revert ICageErrors.TargetNotAllowed(target, selector);
        if (value != 0 && native == 0) revert ICageErrors.NativeNotAllowed();
        if (data.length == 0) {
            if (self.recipients[target]) {
                if (value != 0) Pledges.addPaid(paid, native - 1, value);
            } else if (self.targets[target].selectors == 0) {
                revert ICageErrors.RecipientNotAllowed(target);
            } else {
                _askTarget(self, paid, pledged, target, true, value, data);
            }
            return false;
        }
        if (data.length < 4 || selector == CallData.SET_APPROVAL_FOR_ALL) {
            revert ICageErrors.TargetNotAllowed(target, selector);
        }
        if (data.length > MAX_BYTES) revert ICageErrors.MalformedCall(target, selector);
        bool listed = self.allowed[target][selector];
        uint256 indexPlusOne = self.assetIndex[target];

        // Any asset may be approved and paid; of other contracts, what is listed.
        bool isBasic = selector == CallData.APPROVE || selector == CallData.TRANSFER;
        if (!listed && (indexPlusOne == 0 || !isBasic)) {
            revert ICageErrors.TargetNotAllowed(target, selector);
        }
        revokes = _askTarget(self, paid, pledged, target, listed, value, data);
        if (selector == CallData.APPROVE) return _checkApproval(self, target, data);
        if (selector == CallData.INCREASE_ALLOWANCE) {
            _checkApproval(self, target, data);
            return false;
        }
        if (selector == CallData.TRANSFER) {
            address recipient = CallData.addressArg(target, data, 0);
            if (!self.recipients[recipient]) revert ICageErrors.RecipientNotAllowed(recipient);
            if (indexPlusOne != 0) Pledges.addPaid(paid, indexPlusOne - 1, CallData.arg(target, data, 1));
            return false;
        }
        if (CallData.isMulticall(selector)) {
            bytes[] memory inner = CallData.inner(data);
            uint256 paidUsdc = paid.usdc;
            for (uint256 i; i < inner.length; ++i) {
                if (!_check(self, native, paid, pledged, target, 0, inner[i])) revokes = false;
            }
            paid.usdc = paidUsdc;
        }
    }

    /// @dev What the target's checker says of a call that is listed, or that has no data, and whether its reader would see it.
    function _askTarget(
        CageState.State storage self,
        Pledges.Payment memory paid,
        Pledges.Sum memory pledged,
        address target,
        bool listed,
        uint256 value,
        bytes memory data
    ) private returns (bool revokes) {
        address checker = self.targets[target].checker;
        if (listed && checker != address(0)) revokes = _ask(self, paid, pledged, checker, value, data);
        address reader = self.targets[target].reader;
        if (!revokes && reader != address(0)) _checkReader(self, reader);
    }

    /// @dev The protocol's own rules; what the checker reverts with is the reason.
    function _ask(
        CageState.State storage self,
        Pledges.Payment memory paid,
        Pledges.Sum memory pledged,
        address checker,
        uint256 value,
        bytes memory data
    ) private returns (bool revokes) {
        if (!CageState.isTrusted(self, checker)) {
            revert ICageErrors.CodeNotAllowed(checker, checker.codehash);
        }
        Pledge[] memory pledges;
        (revokes, pledges) = ICallChecker(checker).check{gas: Meter.MOST}(address(this), value, data);
        for (uint256 i; i < pledges.length; ++i) {
            if (pledges[i].until == 0) Pledges.pay(self, paid, pledges[i]);
            else Pledges.add(self, pledged, pledges[i]);
        }
    }

    /// @dev Of a protocol whose reader is not trusted nothing new is seen, debts neither: what goes there for the operator may
    /// only bring in what is booked.
    function _checkReader(CageState.State storage self, address reader) private view {
        if (msg.sender != self.rules.operator || CageState.isTrusted(self, reader)) return;
        for (uint256 i; i < self.positions.length; ++i) {
            if (self.positions[i].reader == reader) return;
        }
        revert ICageErrors.PositionUnreadable(reader, 0);
    }

    function _checkApproval(CageState.State storage self, address target, bytes memory data)
        private
        view
        returns (bool revokes)
    {
        (address spender, uint256 amount) =
            (CallData.addressArg(target, data, 0), CallData.arg(target, data, 1));
        if (amount == 0) return true;
        if (amount >= UNLIMITED) revert ICageErrors.UnlimitedApproval(target, spender, amount);
        if (self.targets[spender].selectors == 0) revert ICageErrors.SpenderNotAllowed(target, spender);
    }
}
