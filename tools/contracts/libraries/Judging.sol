// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPolicyCage} from "../IPolicyCage.sol";
import {ICageErrors} from "../interfaces/ICageErrors.sol";
import {Books} from "./Books.sol";
import {CageState} from "./CageState.sol";
import {Flow} from "./Flow.sol";
import {HighWaterMark} from "./HighWaterMark.sol";
import {Holdings} from "./Holdings.sol";
import {Limits} from "./Limits.sol";
import {Measuring} from "./Measuring.sol";
import {Pledges} from "./Pledges.sol";
import {PriceReader} from "./PriceReader.sol";
import {Reading} from "./Reading.sol";
import {ShareMath} from "./ShareMath.sol";

/// @title Judging
/// @notice Names the effect of an action, from what was measured before, within and after it, and holds it to the rules.
library Judging {
    using Math for uint256;

    uint256 private constant BPS = 10_000;
    /// @dev Rounding that no honest action can avoid, in USDC base units (one cent).
    uint256 private constant DUST_USDC = 10_000;

    /// @dev What is judged.
    struct Case {
        CageState.Rules rules;
        Measuring.Snapshot start;
        Measuring.Snapshot end;
        Flow.Tally tally;
        Pledges.Sum pledged;
        bool onlyRevokes;
        bool isGuarded;
        bool isOwner;
        bool riskUp;
        uint256 sharesBefore; // before recipients were paid
        uint256 maxLossUsdc;
        uint256 unreadUsdc; // all that is known of assets that give no balance
    }

    /// @notice Names the effect and applies the rules to it.
    function judge(CageState.State storage self, HighWaterMark.State memory mark, Case memory c)
        internal
        returns (IPolicyCage.Effect effect)
    {
        Flow.Tally memory t = c.tally;
        if (c.pledged.any) _addPledged(t, c.pledged);
        (c.maxLossUsdc, c.riskUp) = _compare(c);
        effect = _nameOf(t, c.riskUp, c.pledged.spends);
        _checkHealth(c);
        if (c.isOwner) {
            // The owner may take anything out, but risks nothing.
            if (t.parked || t.paid || c.pledged.any || (c.riskUp && t.anyOut)) {
                revert ICageErrors.Unauthorized(msg.sender);
            }
            return IPolicyCage.Effect.Exit;
        }
        if (!c.onlyRevokes) {
            _checkReadable(t, effect);
            if (c.end.unread != 0) {
                address unread = c.end.tokens[c.end.unread - 1];
                if (effect != IPolicyCage.Effect.Exit) revert ICageErrors.BalanceUnreadable(unread);
                // Any call may have taken it: for a stolen key that is the guardian's to sign.
                t.outflowUsdc += c.unreadUsdc;
            }
        }
        // An index may fall though nothing moves.
        if (effect == IPolicyCage.Effect.Idle && t.lossUsdc <= c.maxLossUsdc) {
            if (c.rules.paused && !c.onlyRevokes) revert ICageErrors.CagePaused();
            return effect;
        }
        // What is pledged would not be honoured.
        if (c.rules.paused && (effect != IPolicyCage.Effect.Exit || c.pledged.any)) {
            revert ICageErrors.CagePaused();
        }
        if (effect != IPolicyCage.Effect.Exit) {
            if (t.stale != address(0)) revert ICageErrors.PriceUnavailable(t.stale);
        }
        if (t.lossUsdc > c.maxLossUsdc) revert ICageErrors.ValueLossExceeded(t.lossUsdc, c.maxLossUsdc);
        bool isExit = effect == IPolicyCage.Effect.Exit;
        if (!isExit) {
            uint256 openLossUsdc = c.pledged.openLossUsdc;
            _checkDrawdown(c.sharesBefore, c.rules, mark, c.start, openLossUsdc);
            _checkDrawdown(self.totalShares, c.rules, mark, c.end, openLossUsdc + c.pledged.lossUsdc);
            if (effect == IPolicyCage.Effect.Risk) _checkInterval(c.rules, mark);
            _checkCaps(c.start, c.end, c.pledged);
        }
        // What a recipient got is spent, not lost.
        Limits.use(self, isExit, c.isGuarded, t.outflowUsdc, t.lossUsdc.saturatingSub(t.paidUsdc));
    }

    /// @dev What is pledged is judged as if it were filled, in addition to what the calls did.
    function _addPledged(Flow.Tally memory t, Pledges.Sum memory p) private pure {
        (t.moved, t.anyOut) = (true, true);
        t.outflowUsdc += p.spentUsdc;
        t.lossUsdc += p.lossUsdc;
    }

    function _nameOf(Flow.Tally memory t, bool riskUp, bool pledgeSpends)
        private
        pure
        returns (IPolicyCage.Effect)
    {
        if (!t.moved) return IPolicyCage.Effect.Idle;
        bool spendsBase =
            t.baseOutUsdc != 0 && (t.repaidUsdc == 0 || t.baseOutUsdc > t.repaidUsdc + DUST_USDC);
        bool spends = spendsBase || pledgeSpends || t.paid;
        if (!t.parked && !spends && (!riskUp || !t.anyOut)) return IPolicyCage.Effect.Exit;
        return riskUp || t.parked ? IPolicyCage.Effect.Risk : IPolicyCage.Effect.Spend;
    }

    /// @dev Most that may be lost, and whether the exposure to a risk asset grew.
    function _compare(Case memory c) private pure returns (uint256 maxLossUsdc, bool riskUp) {
        (Measuring.Snapshot memory a, Measuring.Snapshot memory b) = (c.start, c.end);
        maxLossUsdc = DUST_USDC + c.tally.paidUsdc;
        (uint256[] memory heldA, uint256[] memory heldB, uint256[] memory released) = _held(a, b);
        for (uint256 i; i < a.wallet.length; ++i) {
            Measuring.Terms memory terms = a.terms[i];
            (uint256 given, uint256 got) = _pledgedOf(c.pledged, i);
            if (b.unread != 0 && terms.unread) {
                c.unreadUsdc += PriceReader.value(b.wallet[i], terms.price, Math.Rounding.Ceil);
            }
            uint256 up = (heldB[i] + got).saturatingSub(heldA[i]);
            uint256 walletDown = a.wallet[i].saturatingSub(b.wallet[i]);
            uint256 uncertain = Math.max(released[i], Math.max(heldA[i].saturatingSub(heldB[i]), walletDown));
            uncertain += given;
            bool moved = up != 0 || uncertain != 0 || a.wallet[i] != b.wallet[i];
            if (!terms.fresh && (moved || a.counted[i] != 0)) c.tally.stale = terms.asset.token;
            if (!moved) continue;
            // Taking a position back may round up by a speck; that is no purchase.
            uint256 upUsdc = PriceReader.value(up, terms.price, Math.Rounding.Floor);
            if (up != 0 && !terms.asset.isBase && (released[i] == 0 || upUsdc > DUST_USDC)) riskUp = true;
            uint256 lossBps = c.rules.maxLossBps;
            if (!terms.fresh) {
                // What comes in without a fresh price may be worth that much more than it seems.
                uncertain += up;
                lossBps = c.rules.maxStaleExitLossBps;
            }
            maxLossUsdc += PriceReader.value(uncertain, terms.price, Math.Rounding.Floor) * lossBps / BPS;
        }
    }

    function _pledgedOf(Pledges.Sum memory p, uint256 i) private pure returns (uint256 given, uint256 got) {
        if (p.any) (given, got) = (p.given[i], p.got[i]);
    }

    /// @dev What is there before and after, in the wallet and in positions, and what lots that shrink and debts that grow
    /// set free.
    function _held(Measuring.Snapshot memory a, Measuring.Snapshot memory b)
        private
        pure
        returns (uint256[] memory heldA, uint256[] memory heldB, uint256[] memory released)
    {
        uint256 count = a.wallet.length;
        (heldA, heldB, released) = (new uint256[](count), new uint256[](count), new uint256[](count));
        for (uint256 i; i < count; ++i) {
            (heldA[i], heldB[i]) = (a.wallet[i], b.wallet[i]);
        }
        for (uint256 i; i < b.count; ++i) {
            Holdings.Holding memory h = b.positions[i];
            for (uint256 j; j < h.parts.length; ++j) {
                uint256 left = h.parts[j].units;
                Reading.Part memory p;
                if (i < a.count) p = a.positions[i].parts[j];
                if (h.parts[j].isDebt) {
                    _add(released, h.parts[j], left.saturatingSub(p.units));
                } else if (!p.isDebt) {
                    _add(heldB, h.parts[j], left);
                    _add(heldA, p, p.units);
                    _add(released, p, p.units.saturatingSub(left));
                }
            }
        }
    }

    function _add(uint256[] memory sums, Reading.Part memory p, uint256 units) private pure {
        if (units == 0) return;
        for (uint256 k; k < p.amounts.length; ++k) {
            sums[p.assets[k]] += Math.mulDiv(p.amounts[k], units, p.units);
        }
    }

    /// @dev While a health is below the floor, only what lowers no such health and raises one passes, and what takes
    /// authority away. Off chain the same is asked (check-positions.ts).
    function _checkHealth(Case memory c) private pure {
        uint256 minHealth = c.rules.minHealth;
        uint256 stays = type(uint256).max;
        bool raises;
        for (uint256 i; i < c.end.count; ++i) {
            Holdings.Holding memory h = c.end.positions[i];
            uint256 health = h.health;
            if (!h.readable) continue;
            uint256 before = type(uint256).max;
            if (i < c.start.count) {
                h = c.start.positions[i];
                if (h.readable) before = h.health;
            }
            if (before < minHealth && health > before) raises = true;
            if (health >= minHealth) continue;
            if (health < before) revert ICageErrors.HealthTooLow(health, minHealth);
            if (health == before) stays = health;
        }
        if (stays < minHealth && !raises && !c.onlyRevokes) {
            revert ICageErrors.HealthTooLow(stays, minHealth);
        }
    }

    /// @dev Where a protocol cannot be read, what goes to it may only bring in; what does not may only be an exit.
    function _checkReadable(Flow.Tally memory t, IPolicyCage.Effect effect) private pure {
        if (t.unreadable == address(0)) return;
        if (t.asksUnreadable) {
            if (effect == IPolicyCage.Effect.Exit && !t.anyOut) return;
        } else if (effect <= IPolicyCage.Effect.Exit) {
            return;
        }
        revert ICageErrors.PositionUnreadable(t.unreadable, t.unreadableKey);
    }

    function _checkInterval(CageState.Rules memory rules, HighWaterMark.State memory mark) private view {
        uint256 earliest = uint256(mark.lastRebalanceAt) + rules.minRebalanceIntervalSeconds;
        if (mark.lastRebalanceAt != 0 && block.timestamp < earliest) {
            revert ICageErrors.RebalanceTooSoon(block.timestamp, earliest);
        }
        mark.lastRebalanceAt = uint32(block.timestamp);
    }

    /// @dev What a pledge brings is there beside what it gives, which may never be taken.
    function _checkCaps(
        Measuring.Snapshot memory start,
        Measuring.Snapshot memory end,
        Pledges.Sum memory pledged
    ) private pure {
        (uint256[] memory before, uint256[] memory exposure) = (Books.exposure(start), Books.exposure(end));
        for (uint256 i; i < exposure.length; ++i) {
            (, uint256 got) = _pledgedOf(pledged, i);
            exposure[i] += got;
            if (exposure[i] <= before[i]) continue;
            if (pledged.open.length != 0) exposure[i] += pledged.open[i];
            Measuring.Terms memory terms = end.terms[i];
            uint256 valueUsdc = PriceReader.value(exposure[i], terms.price, Math.Rounding.Ceil);
            uint256 capUsdc = CageState.fromCents(terms.asset.capCents);
            if (valueUsdc > capUsdc) {
                revert ICageErrors.PositionCapExceeded(terms.asset.token, valueUsdc, capUsdc);
            }
        }
    }

    function _checkDrawdown(
        uint256 shares,
        CageState.Rules memory rules,
        HighWaterMark.State memory mark,
        Measuring.Snapshot memory s,
        uint256 pledgedLossUsdc
    ) private pure {
        (uint256 navUsdc,,) = Books.nav(s);
        navUsdc = navUsdc.saturatingSub(pledgedLossUsdc);
        uint256 bps =
            shares == 0 ? 0 : ShareMath.drawdownBps(ShareMath.valuePerShare(navUsdc, shares), mark.mark);
        if (bps > rules.maxDrawdownBps) revert ICageErrors.DrawdownExceeded(bps, rules.maxDrawdownBps);
    }
}
