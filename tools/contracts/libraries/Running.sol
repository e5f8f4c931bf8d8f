// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPolicyCage} from "../IPolicyCage.sol";
import {ICageErrors} from "../interfaces/ICageErrors.sol";
import {CageState} from "./CageState.sol";
import {CallData} from "./CallData.sol";
import {Carry} from "./Carry.sol";
import {Flow} from "./Flow.sol";
import {Holdings} from "./Holdings.sol";
import {Measuring} from "./Measuring.sol";
import {Meter} from "./Meter.sol";
import {Reading} from "./Reading.sol";

/// @title Running
/// @notice Makes the calls of an action and watches what each takes and brings.
library Running {
    using Flow for Flow.State;
    using Meter for Meter.State;

    /// @notice Runs the calls; `s` goes along with them, from what was there before to what is there after. Bundling
    /// hides nothing. An approval moves nothing, so its balances are taken with the next call's.
    /// @param paidUsdc What each call says to pay to approved recipients.
    function run(
        CageState.State storage self,
        address wrappedNative,
        IPolicyCage.Call[] calldata calls,
        uint256[] memory paidUsdc,
        Measuring.Snapshot memory start,
        Measuring.Snapshot memory s,
        Flow.Tally memory t
    ) internal returns (bytes[] memory results) {
        results = new bytes[](calls.length);
        bool[] memory isFresh = new bool[](CageState.MAX_POSITIONS);
        for (uint256 i; i < calls.length; ++i) {
            address target = calls[i].target;
            bytes4 selector = CallData.selector(calls[i].data);
            address reader = self.targets[target].reader;
            bytes32 mark = reader == address(0) ? bytes32(0) : _mark(s, reader, calls[i].data);
            // A message was recorded when the calls were checked.
            bytes memory result = self.targets[target].isScheme ? bytes("") : _make(i, calls[i]);
            _checkAnswer(self, i, target, selector, result);
            results[i] = result;
            if (paidUsdc[i] != 0) t.paid = true;
            if (selector == CallData.APPROVE && self.assetIndex[target] != 0 && i != calls.length - 1) {
                continue;
            }
            Flow.State memory f;
            _look(wrappedNative, s, t, f);
            isFresh = new bool[](CageState.MAX_POSITIONS);
            if (reader != address(0)) {
                bytes32[] memory keys = _touched(self, s, t, reader, mark, calls[i].data, result);
                _reread(self, s, t, f, isFresh, keys, reader);
            }
            f.settle(t);
            f.pay(t, paidUsdc[i]);
        }
        for (uint256 j; j < s.wallet.length; ++j) {
            s.counted[j] = Carry.close(s.counted[j], start.wallet[j], s.wallet[j]);
        }
        _finish(self, s, t, isFresh);
        _noteBlind(self, calls, s, t);
    }

    function _make(uint256 index, IPolicyCage.Call calldata call) private returns (bytes memory result) {
        bool ok;
        (ok, result) = call.target.call{value: call.value}(call.data);
        if (!ok) revert ICageErrors.CallFailed(index, result);
    }

    /// @dev What changed without a call that touched it can only have been taken.
    function _finish(
        CageState.State storage self,
        Measuring.Snapshot memory s,
        Flow.Tally memory t,
        bool[] memory isFresh
    ) private view {
        Flow.State memory f;
        for (uint256 i; i < s.count; ++i) {
            if (isFresh[i]) continue;
            Holdings.Holding memory h =
                Holdings.again(self, s.meter, s.tokens, s.prices, s.positions[i], false, s.count - i - 1);
            f.addPosition(self, t, s.terms, s.positions[i], h);
            s.positions[i] = h;
        }
        f.inUsdc = 0;
        f.settle(t);
    }

    function _look(
        address wrappedNative,
        Measuring.Snapshot memory s,
        Flow.Tally memory t,
        Flow.State memory f
    ) private view {
        for (uint256 j; j < s.wallet.length; ++j) {
            uint256 before = s.wallet[j];
            Measuring.look(s, wrappedNative, j);
            f.addWallet(t, s.terms[j], before, s.wallet[j]);
        }
    }

    /// @dev Those that the cage knows first: what they lose pays for those that it does not know yet.
    function _reread(
        CageState.State storage self,
        Measuring.Snapshot memory s,
        Flow.Tally memory t,
        Flow.State memory f,
        bool[] memory isFresh,
        bytes32[] memory keys,
        address reader
    ) private view {
        uint256 known = s.count;
        for (uint256 k; k < keys.length; ++k) {
            uint256 i = Measuring.find(s, reader, keys[k]);
            if (i >= known || isFresh[i]) continue;
            Holdings.Holding memory h =
                Holdings.again(self, s.meter, s.tokens, s.prices, s.positions[i], true, s.count);
            f.addPosition(self, t, s.terms, s.positions[i], h);
            (s.positions[i], isFresh[i]) = (h, true);
        }
        for (uint256 k; k < keys.length; ++k) {
            bytes32 key = keys[k];
            if (Measuring.find(s, reader, key) != s.count) continue;
            Holdings.Holding memory h;
            (h.reader, h.key) = (reader, key);
            Holdings.read(self, s.meter, s.tokens, s.prices, h, s.count);
            if (!h.readable) revert ICageErrors.PositionUnreadable(reader, key);
            f.addNew(self, t, s.terms, h);
            if (!_counts(h)) continue;
            if (s.count == CageState.MAX_POSITIONS) {
                revert ICageErrors.TooManyPositions(s.count + 1, CageState.MAX_POSITIONS);
            }
            isFresh[s.count] = true;
            s.positions[s.count++] = h;
        }
    }

    function _counts(Holdings.Holding memory h) private pure returns (bool) {
        for (uint256 j; j < h.counted.length; ++j) {
            if (h.counted[j] != 0) return true;
        }
        return false;
    }

    function _mark(Measuring.Snapshot memory s, address reader, bytes calldata data)
        private
        view
        returns (bytes32)
    {
        (bool ok, bytes memory answer) = s.meter
            .ask(
                address(Reading),
                abi.encodeWithSelector(Reading.mark.selector, reader, address(this), data),
                s.count
            );
        return ok ? abi.decode(answer, (bytes32)) : bytes32(0);
    }

    /// @dev Where a reader cannot tell what a call did, all that it counts is looked at, and what may be new does not count.
    function _touched(
        CageState.State storage self,
        Measuring.Snapshot memory s,
        Flow.Tally memory t,
        address reader,
        bytes32 mark,
        bytes calldata data,
        bytes memory result
    ) private view returns (bytes32[] memory keys) {
        if (CageState.isTrusted(self, reader)) {
            (bool ok, bytes memory answer) = s.meter
                .ask(
                    address(Reading),
                    abi.encodeWithSelector(
                        Reading.touched.selector, reader, address(this), mark, data, result
                    ),
                    s.count
                );
            if (ok) return abi.decode(answer, (bytes32[]));
        }
        (t.unreadable, t.asksUnreadable) = (reader, true);
        keys = new bytes32[](s.count);
        uint256 count;
        for (uint256 i; i < s.count; ++i) {
            if (s.positions[i].reader != reader) continue;
            (keys[count++], s.positions[i].blind) = (s.positions[i].key, true);
        }
        assembly ("memory-safe") {
            mstore(keys, count)
        }
    }

    /// @dev Where calls go to a protocol that cannot be read, all that is booked of it may have left: it is outflow, for
    /// which a stolen key needs the guardian.
    function _noteBlind(
        CageState.State storage self,
        IPolicyCage.Call[] calldata calls,
        Measuring.Snapshot memory s,
        Flow.Tally memory t
    ) private view {
        for (uint256 i; i < s.count; ++i) {
            Holdings.Holding memory h = s.positions[i];
            if (!h.blind) continue;
            (t.unreadable, t.unreadableKey) = (h.reader, h.key);
            for (uint256 c; c < calls.length; ++c) {
                if (self.targets[calls[c].target].reader != h.reader) continue;
                t.asksUnreadable = true;
                t.outflowUsdc += Holdings.bookedUsdc(h);
                break;
            }
        }
    }

    /// @dev Some tokens say `false` where others revert; a payment that did not happen must not count as one.
    function _checkAnswer(
        CageState.State storage self,
        uint256 index,
        address target,
        bytes4 selector,
        bytes memory result
    ) private view {
        if (selector != CallData.TRANSFER && selector != CallData.APPROVE) return;
        if (self.assetIndex[target] == 0 || result.length < 32) return;
        if (abi.decode(result, (uint256)) == 0) revert ICageErrors.CallFailed(index, result);
    }
}
