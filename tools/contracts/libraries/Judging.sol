// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPolicyCage} from "../IPolicyCage.sol";
import {Books} from "./Books.sol";
import {CageState} from "./CageState.sol";
import {HighWaterMark} from "./HighWaterMark.sol";
import {HotLane} from "./HotLane.sol";
import {Measuring} from "./Measuring.sol";
import {RateGuard} from "./RateGuard.sol";
import {SpendWindow} from "./SpendWindow.sol";

/// @title Judging
/// @notice Names the effect of an action, from what was measured before and after it, and holds it to the rules.
library Judging {
    using HotLane for HotLane.State;
    using Math for uint256;
    using SpendWindow for SpendWindow.State;

    uint256 private constant BPS = 10_000;
    /// @dev Rounding that no honest action can avoid, in USDC base units (one cent).
    uint256 private constant DUST_USDC = 10_000;

    /// @dev What the calls did, summed over all assets.
    struct Tally {
        bool moved;
        bool anyOut;
        bool riskUp;
        bool parked;
        bool paid;
        address stale;
        uint256 baseOutUsdc;
        uint256 repaidUsdc;
        uint256 paidUsdc;
        uint256 outflowUsdc;
        uint256 maxLossUsdc;
        uint256 downUsdc;
        uint256 upUsdc;
        uint256[] released; // what shrinking receipts set free of their underlying
        uint256[] repaid; // of the underlying of a debt
    }

    /// @notice Sums up what the calls did.
    function tally(
        CageState.Rules memory rules,
        Measuring.Snapshot memory start,
        Measuring.Snapshot memory end,
        uint256[] memory gross,
        uint256[] memory paid
    ) internal pure returns (Tally memory t) {
        uint256 count = gross.length;
        t.maxLossUsdc = DUST_USDC;
        (t.released, t.repaid) = (new uint256[](count), new uint256[](count));
        // Receipts come after their underlying, so that this order meets them first.
        for (uint256 i = count; i > 0; --i) {
            if (start.terms[i - 1].asset.underlying != 0) {
                _tallyReceipt(t, i - 1, start, end, gross[i - 1]);
            } else {
                _tallyAsset(rules, t, i - 1, start, end, gross[i - 1]);
            }
            if (paid[i - 1] != 0) {
                t.paid = true;
                t.paidUsdc += Books.worth(start, i - 1, paid[i - 1], Math.Rounding.Ceil);
            }
        }
        t.maxLossUsdc += t.paidUsdc;
        for (uint256 i; i < end.ids.length; ++i) {
            uint256 before = i < start.ids.length ? start.positions[i].liquidity : 0;
            if (end.positions[i].liquidity != before) t.moved = true;
            if (end.positions[i].liquidity > before) t.parked = true;
        }
    }

    function _tallyReceipt(
        Tally memory t,
        uint256 i,
        Measuring.Snapshot memory start,
        Measuring.Snapshot memory end,
        uint256 gross
    ) private pure {
        uint256 up = end.wallet[i].saturatingSub(start.wallet[i]);
        uint256 down = start.wallet[i].saturatingSub(end.wallet[i]);
        if (up == 0 && down == 0 && gross == 0) return;
        Measuring.Terms memory terms = start.terms[i];
        uint256 u = terms.asset.underlying - 1;
        t.moved = true;
        if (!start.terms[u].fresh) t.stale = start.terms[u].asset.token;
        if (up != 0) t.parked = true;
        if (Measuring.isDebt(terms)) {
            if (start.terms[u].price == 0) revert IPolicyCage.PriceUnavailable(terms.asset.token);
            t.downUsdc += Books.worth(start, i, up, Math.Rounding.Ceil);
            uint256 repaidUsdc = Books.worth(start, i, down, Math.Rounding.Floor);
            t.upUsdc += repaidUsdc;
            t.repaidUsdc += repaidUsdc;
            t.repaid[u] += RateGuard.toUnderlying(down, terms.rate);
        } else {
            if (gross != 0) t.anyOut = true;
            t.released[u] += RateGuard.toUnderlying(down, terms.rate);
        }
    }

    function _tallyAsset(
        CageState.Rules memory rules,
        Tally memory t,
        uint256 i,
        Measuring.Snapshot memory start,
        Measuring.Snapshot memory end,
        uint256 gross
    ) private pure {
        Measuring.Terms memory terms = start.terms[i];
        uint256 released = t.released[i];
        uint256 down = start.held[i].saturatingSub(end.held[i]);
        uint256 up = end.held[i].saturatingSub(start.held[i]);
        bool moved = down != 0 || up != 0 || gross != 0 || start.wallet[i] != end.wallet[i];
        if (!terms.fresh && (moved || start.exposure[i] != 0)) t.stale = terms.asset.token;
        if (!moved) return;
        t.moved = true;
        // Something that never had a price cannot be shown to leave at a fair one.
        if (down != 0 && terms.price == 0) revert IPolicyCage.PriceUnavailable(terms.asset.token);
        uint256 upUsdc = Books.worth(start, i, up, Math.Rounding.Floor);
        if (gross != 0) {
            t.anyOut = true;
            if (terms.asset.isBase) t.baseOutUsdc += Books.worth(start, i, gross, Math.Rounding.Ceil);
        }
        // Taking a receipt back may round up by a speck; that is no purchase.
        if (up != 0 && !terms.asset.isBase && (released == 0 || upUsdc > DUST_USDC)) t.riskUp = true;

        // Repaying counts only what exceeds the debt's fall.
        uint256 outflow = Math.max(gross, down).saturatingSub(t.repaid[i]);
        t.outflowUsdc += Books.worth(start, i, outflow, Math.Rounding.Ceil);
        t.downUsdc += Books.worth(start, i, down, Math.Rounding.Ceil);
        t.upUsdc += upUsdc;
        uint256 uncertain = Math.max(released, Math.max(down, start.wallet[i].saturatingSub(end.wallet[i])));
        uint256 lossBps = rules.maxLossBps;
        if (!terms.fresh) {
            // What comes in without a fresh price may be worth that much more than it seems.
            uncertain += up;
            lossBps = rules.maxStaleExitLossBps;
        }
        t.maxLossUsdc += Books.worth(start, i, uncertain, Math.Rounding.Floor) * lossBps / BPS;
    }

    /// @notice Names the effect and applies the rules to it.
    function judge(
        CageState.State storage self,
        CageState.Rules memory rules,
        HighWaterMark.State memory mark,
        Tally memory t,
        bool onlyRevokes,
        bool isGuarded,
        Measuring.Snapshot memory start,
        Measuring.Snapshot memory end
    ) internal returns (IPolicyCage.Effect effect, uint256 lossUsdc) {
        if (!t.moved) {
            if (rules.paused && !onlyRevokes) {
                revert IPolicyCage.CagePaused();
            }
            return (IPolicyCage.Effect.Idle, 0);
        }
        bool spendsBase =
            t.baseOutUsdc != 0 && (t.repaidUsdc == 0 || t.baseOutUsdc > t.repaidUsdc + DUST_USDC);
        if (!t.parked && !spendsBase && !t.paid && (!t.riskUp || !t.anyOut)) {
            effect = IPolicyCage.Effect.Exit;
        } else {
            effect = t.riskUp || t.parked ? IPolicyCage.Effect.Risk : IPolicyCage.Effect.Spend;
        }
        if (effect != IPolicyCage.Effect.Exit) {
            if (rules.paused) revert IPolicyCage.CagePaused();
            if (t.stale != address(0)) revert IPolicyCage.PriceUnavailable(t.stale);
        }

        lossUsdc = t.downUsdc.saturatingSub(t.upUsdc);
        if (lossUsdc > t.maxLossUsdc) revert IPolicyCage.ValueLossExceeded(lossUsdc, t.maxLossUsdc);
        // What a recipient got is spent, not lost.
        uint256 lost = lossUsdc.saturatingSub(t.paidUsdc);
        (uint256 spentBefore, uint256 lostBefore) = self.window.sums();
        uint256 spent = t.outflowUsdc;
        uint256 cap = CageState.unclamp(rules.windowSpendCapUsdc);
        if (effect == IPolicyCage.Effect.Exit) {
            spent = Math.min(spent, cap.saturatingSub(spentBefore));
        } else {
            _checkDrawdown(self, rules, mark, start);
            _checkDrawdown(self, rules, mark, end);
            if (effect == IPolicyCage.Effect.Risk) {
                uint256 earliest = uint256(mark.lastRebalanceAt) + rules.minRebalanceIntervalSeconds;
                if (mark.lastRebalanceAt != 0 && block.timestamp < earliest) {
                    revert IPolicyCage.RebalanceTooSoon(block.timestamp, earliest);
                }
                mark.lastRebalanceAt = uint32(block.timestamp);
            }
            _checkCaps(start, end);
            uint256 total = spentBefore.saturatingAdd(spent);
            if (total > cap) revert IPolicyCage.WindowSpendExceeded(total, cap);
            cap = CageState.unclamp(rules.windowLossCapUsdc);
            total = lostBefore.saturatingAdd(lost);
            if (lost != 0 && total > cap) revert IPolicyCage.WindowLossExceeded(total, cap);
        }
        self.window.add(spentBefore, lostBefore, spent, lost);
        // The last of the checks, so that only what everything else lets pass asks for the guardian.
        if (!isGuarded) self.hotLane.use(t.outflowUsdc, CageState.unclampLane(rules.hotLaneUsdc));
    }

    function _checkCaps(Measuring.Snapshot memory start, Measuring.Snapshot memory end) private pure {
        for (uint256 i; i < end.exposure.length; ++i) {
            if (end.exposure[i] <= start.exposure[i]) continue;
            CageState.Asset memory asset = end.terms[i].asset;
            uint256 valueUsdc = Books.worth(end, i, end.exposure[i], Math.Rounding.Ceil);
            uint256 capUsdc = CageState.unclamp(asset.capUsdc);
            if (valueUsdc > capUsdc) revert IPolicyCage.PositionCapExceeded(asset.token, valueUsdc, capUsdc);
        }
    }

    function _checkDrawdown(
        CageState.State storage self,
        CageState.Rules memory rules,
        HighWaterMark.State memory mark,
        Measuring.Snapshot memory s
    ) private view {
        (uint256 navUsdc,) = Books.nav(s);
        uint256 bps = Books.drawdown(self, mark.mark, navUsdc);
        if (bps > rules.maxDrawdownBps) revert IPolicyCage.DrawdownExceeded(bps, rules.maxDrawdownBps);
    }
}
