// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPolicyCage} from "../IPolicyCage.sol";
import {ICageErrors} from "../interfaces/ICageErrors.sol";
import {IPositionReader} from "../interfaces/IPositionReader.sol";
import {Books} from "./Books.sol";
import {CageState} from "./CageState.sol";
import {GuardianSignature} from "./GuardianSignature.sol";
import {HighWaterMark} from "./HighWaterMark.sol";
import {Holdings} from "./Holdings.sol";
import {Measuring} from "./Measuring.sol";
import {PriceReader} from "./PriceReader.sol";
import {ShareMath} from "./ShareMath.sol";

/// @title CageLens
/// @notice The views of the cage that measure or list, and the look that anybody may take.
/// @dev Linked into the cage: it stands beside it and reads its storage, so that what is shown is what is judged.
library CageLens {
    using CageState for CageState.State;
    using HighWaterMark for HighWaterMark.State;

    /// @notice See IPolicyCage.
    function policy(CageState.State storage self, address wrappedNative)
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
            minHealth: r.minHealth,
            wrappedNative: wrappedNative
        });
    }

    /// @notice See IPolicyCage.
    function assets(CageState.State storage self)
        external
        view
        returns (IPolicyCage.AssetConfig[] memory list)
    {
        uint256 count = self.assets.length;
        list = new IPolicyCage.AssetConfig[](count);
        for (uint256 i; i < count; ++i) {
            CageState.Asset memory a = self.assets[i];
            list[i] = IPolicyCage.AssetConfig(
                a.token, a.feed, a.maxStalenessSeconds, CageState.fromCents(a.capCents), a.isBase
            );
        }
    }

    /// @notice See IPolicyCage.
    function holdings(CageState.State storage self, address wrappedNative)
        external
        view
        returns (IPolicyCage.Holding[] memory list)
    {
        Measuring.Snapshot memory s = Measuring.open(self, wrappedNative);
        list = new IPolicyCage.Holding[](s.count);
        for (uint256 i; i < s.count; ++i) {
            Holdings.Holding memory h = s.positions[i];
            (list[i].reader, list[i].key, list[i].readable) = (h.reader, h.key, h.readable);
            if (!h.readable) continue;
            address[] memory tokens = IPositionReader(h.reader).tokens(h.key);
            uint256[] memory prices = new uint256[](tokens.length);
            for (uint256 k; k < tokens.length; ++k) {
                uint256 at = self.assetIndex[tokens[k]];
                if (at != 0) prices[k] = s.prices[at - 1];
            }
            (list[i].place, list[i].health, list[i].lots) =
                IPositionReader(h.reader).holdings(address(this), h.key, prices);
        }
    }

    /// @notice See IPolicyCage.
    function positionValueUsdc(CageState.State storage self, address wrappedNative, address token)
        external
        view
        returns (uint256)
    {
        uint256 index = self.indexOf(token);
        Measuring.Snapshot memory s = Measuring.open(self, wrappedNative);
        uint256 amount = Books.exposure(s)[index];
        if (amount != 0 && !s.terms[index].fresh) revert ICageErrors.PriceUnavailable(token);
        return PriceReader.value(amount, s.prices[index], Math.Rounding.Ceil);
    }

    /// @notice See IPolicyCage.
    function netAssetValueUsdc(CageState.State storage self, address wrappedNative)
        external
        view
        returns (uint256)
    {
        return Books.freshNav(Measuring.open(self, wrappedNative));
    }

    /// @notice See IPolicyCage.
    function valuePerShare(CageState.State storage self, address wrappedNative)
        external
        view
        returns (uint256)
    {
        return ShareMath.valuePerShare(Books.freshNav(Measuring.open(self, wrappedNative)), self.totalShares);
    }

    /// @notice See IPolicyCage.
    function isPokeDue(CageState.State storage self, address wrappedNative) external view returns (bool) {
        uint256 navUsdc = Books.freshNav(Measuring.open(self, wrappedNative));
        HighWaterMark.State memory mark = self.mark;
        mark.observe(ShareMath.valuePerShare(navUsdc, self.totalShares));
        return keccak256(abi.encode(mark)) != keccak256(abi.encode(self.mark));
    }

    /// @notice See IPolicyCage.
    function poke(CageState.State storage self, address wrappedNative) external {
        uint256 navUsdc = Books.freshNav(Measuring.open(self, wrappedNative));
        uint256 value = ShareMath.valuePerShare(navUsdc, self.totalShares);
        HighWaterMark.State memory mark = self.mark;
        mark.observe(value);
        self.mark = mark;
        emit IPolicyCage.Observed(value, mark.mark);
    }

    /// @notice See IPolicyCage.
    function drawdownBps(CageState.State storage self, address wrappedNative)
        external
        view
        returns (uint256)
    {
        return Books.drawdown(self, self.mark.mark, Books.freshNav(Measuring.open(self, wrappedNative)));
    }

    /// @notice See IPolicyCage.
    function hashAction(IPolicyCage.Call[] calldata calls, uint256 deadline, bytes32 permitId)
        external
        view
        returns (bytes32)
    {
        return GuardianSignature.hashAction(calls, deadline, permitId);
    }
}
