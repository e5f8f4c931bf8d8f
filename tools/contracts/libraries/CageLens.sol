// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPolicyCage} from "../IPolicyCage.sol";
import {Books} from "./Books.sol";
import {CageState} from "./CageState.sol";
import {GuardianSignature} from "./GuardianSignature.sol";
import {HighWaterMark} from "./HighWaterMark.sol";
import {Measuring} from "./Measuring.sol";
import {ShareMath} from "./ShareMath.sol";

/// @title CageLens
/// @notice The views of the cage that measure or list.
/// @dev Linked into the cage: it stands beside it and reads its storage, so that what is shown is what is judged.
library CageLens {
    using CageState for CageState.State;
    using HighWaterMark for HighWaterMark.State;

    /// @notice See IPolicyCage.
    function policy(CageState.State storage self, CageState.Fixed memory fixed_)
        external
        view
        returns (IPolicyCage.Policy memory)
    {
        CageState.Rules memory r = self.rules;
        return IPolicyCage.Policy({
            owner: r.owner,
            operator: r.operator,
            guardian: r.guardian,
            maxDrawdownBps: r.maxDrawdownBps,
            maxLossBps: r.maxLossBps,
            maxStaleExitLossBps: r.maxStaleExitLossBps,
            minRebalanceIntervalSeconds: r.minRebalanceIntervalSeconds,
            loosenDelaySeconds: r.loosenDelaySeconds,
            paused: r.paused,
            windowSpendCapUsdc: CageState.unclamp(r.windowSpendCapUsdc),
            windowLossCapUsdc: CageState.unclamp(r.windowLossCapUsdc),
            hotLaneUsdc: CageState.unclampLane(r.hotLaneUsdc),
            wrappedNative: fixed_.wrappedNative,
            positionManager: fixed_.positionManager
        });
    }

    /// @notice See IPolicyCage.
    function assets(CageState.State storage self)
        external
        view
        returns (IPolicyCage.AssetConfig[] memory list)
    {
        (list,) = _list(self);
    }

    /// @notice See IPolicyCage.
    function receipts(CageState.State storage self)
        external
        view
        returns (IPolicyCage.ReceiptConfig[] memory list)
    {
        (, list) = _list(self);
    }

    /// @notice See IPolicyCage.
    function positionValueUsdc(CageState.State storage self, CageState.Fixed memory fixed_, address token)
        external
        view
        returns (uint256)
    {
        uint256 index = self.pricedIndexOf(token);
        Measuring.Snapshot memory s = Measuring.open(self, fixed_);
        if (s.exposure[index] != 0 && !s.terms[index].fresh) revert IPolicyCage.PriceUnavailable(token);
        return Books.worth(s, index, s.exposure[index], Math.Rounding.Ceil);
    }

    /// @notice See IPolicyCage.
    function netAssetValueUsdc(CageState.State storage self, CageState.Fixed memory fixed_)
        external
        view
        returns (uint256)
    {
        return Books.freshNav(Measuring.open(self, fixed_));
    }

    /// @notice See IPolicyCage.
    function valuePerShare(CageState.State storage self, CageState.Fixed memory fixed_)
        external
        view
        returns (uint256)
    {
        return ShareMath.valuePerShare(Books.freshNav(Measuring.open(self, fixed_)), self.totalShares);
    }

    /// @notice See IPolicyCage.
    function isPokeDue(CageState.State storage self, CageState.Fixed memory fixed_)
        external
        view
        returns (bool)
    {
        uint256 navUsdc = Books.freshNav(Measuring.open(self, fixed_));
        HighWaterMark.State memory mark = self.mark;
        mark.observe(ShareMath.valuePerShare(navUsdc, self.totalShares));
        return mark.samples != self.mark.samples || mark.candidate != self.mark.candidate;
    }

    /// @notice See IPolicyCage.
    function drawdownBps(CageState.State storage self, CageState.Fixed memory fixed_)
        external
        view
        returns (uint256)
    {
        return Books.drawdown(self, self.mark.mark, Books.freshNav(Measuring.open(self, fixed_)));
    }

    /// @notice See IPolicyCage.
    function hashAction(IPolicyCage.Call[] calldata calls, uint256 deadline, bytes32 permitId)
        external
        view
        returns (bytes32)
    {
        return GuardianSignature.hashAction(calls, deadline, permitId);
    }

    function _list(CageState.State storage self)
        private
        view
        returns (IPolicyCage.AssetConfig[] memory priced, IPolicyCage.ReceiptConfig[] memory others)
    {
        uint256 count = self.assets.length;
        (priced, others) = (new IPolicyCage.AssetConfig[](count), new IPolicyCage.ReceiptConfig[](count));
        uint256 next;
        for (uint256 i; i < count; ++i) {
            CageState.Asset memory a = self.assets[i];
            if (a.underlying == 0) {
                priced[next++] = IPolicyCage.AssetConfig(
                    a.token, a.feed, a.maxStalenessSeconds, CageState.unclamp(a.capUsdc), a.isBase
                );
            } else {
                others[i - next] =
                    IPolicyCage.ReceiptConfig(a.token, self.assets[a.underlying - 1].token, a.kind);
            }
        }
        assembly ("memory-safe") {
            mstore(priced, next)
            mstore(others, sub(count, next))
        }
    }
}
