// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ICageErrors} from "../interfaces/ICageErrors.sol";
import {CageState} from "./CageState.sol";
import {Holdings} from "./Holdings.sol";
import {Measuring} from "./Measuring.sol";
import {PriceReader} from "./PriceReader.sol";
import {Reading} from "./Reading.sol";

/// @title Flow
/// @notice What one call took and brought, and what all calls of an action did together.
/// @dev Each call is settled by itself: what one brings beyond what it takes (fees, rewards, claims) is income, and
/// offsets no loss of another one.
library Flow {
    using Math for uint256;

    /// @dev One call.
    struct State {
        uint256 inUsdc;
        uint256 outUsdc;
        uint256 walletOutUsdc;
        uint256 baseOutUsdc;
        uint256 repaidUsdc;
        uint256 adoptedUsdc;
        bool walletOut;
    }

    /// @dev All calls of an action.
    struct Tally {
        bool moved;
        bool anyOut;
        bool parked;
        bool paid;
        bool asksUnreadable; // a call went to a protocol of which something cannot be read
        address unreadable; // its reader
        bytes32 unreadableKey;
        address stale;
        uint256 baseOutUsdc;
        uint256 repaidUsdc;
        uint256 paidUsdc;
        uint256 outflowUsdc;
        uint256 lossUsdc;
    }

    /// @notice Takes in how the balance of one asset changed.
    function addWallet(
        State memory f,
        Tally memory t,
        Measuring.Terms memory terms,
        uint256 before,
        uint256 current
    ) internal pure {
        if (before == current) return;
        t.moved = true;
        if (current > before) {
            f.inUsdc += PriceReader.value(current - before, terms.price, Math.Rounding.Floor);
            return;
        }
        // Something that never had a price cannot be shown to leave at a fair one.
        if (terms.price == 0) revert ICageErrors.PriceUnavailable(terms.asset.token);
        uint256 valueUsdc = PriceReader.value(before - current, terms.price, Math.Rounding.Ceil);
        f.outUsdc += valueUsdc;
        f.walletOutUsdc += valueUsdc;
        if (terms.asset.isBase) f.baseOutUsdc += valueUsdc;
        f.walletOut = true;
        t.anyOut = true;
    }

    /// @notice Takes in how a position changed; new units count at the index that counts.
    function addPosition(
        State memory f,
        CageState.State storage self,
        Tally memory t,
        Measuring.Terms[] memory terms,
        Holdings.Holding memory a,
        Holdings.Holding memory b
    ) internal view {
        if (!a.readable || !b.readable) return;
        for (uint256 j; j < b.parts.length; ++j) {
            (Reading.Part memory pa, Reading.Part memory pb) = (a.parts[j], b.parts[j]);
            // What leaves no more is there anew.
            uint256 common = pa.isLeaving && !pb.isLeaving ? 0 : Math.min(pa.units, pb.units);
            bool isDebt = common == pb.units ? pa.isDebt : pb.isDebt;
            if (pa.units != common || pb.units != common) {
                t.moved = true;
                _stale(t, terms, pb.units > pa.units ? pb : pa);
            }
            // What moves from one lot of a position to another one of it, with nothing added, does not grow.
            if (pb.units > common && (isDebt || f.walletOut || !_shrinks(a, b, pb.isLeaving))) {
                if (!self.places[b.place]) revert ICageErrors.PlaceNotAllowed(b.reader, b.place);
                if (!pb.isLeaving) t.parked = true;
            }
            _value(f, pa, pb, common, isDebt, pb.units > common ? b.believed[j] : 0);
        }
    }

    /// @notice Takes in a position that the cage did not know: it counts up to what the call paid, which is no gift. Its debt
    /// paid for it where nothing came out.
    function addNew(
        State memory f,
        CageState.State storage self,
        Tally memory t,
        Measuring.Terms[] memory terms,
        Holdings.Holding memory b
    ) internal view {
        Holdings.Holding memory none;
        none.readable = true;
        none.parts = new Reading.Part[](b.parts.length);
        (uint256 paidUsdc, uint256 cameUsdc) = (f.outUsdc, f.inUsdc);
        addPosition(f, self, t, terms, none, b);
        uint256 budget = (cameUsdc == 0 ? f.outUsdc : paidUsdc) - f.adoptedUsdc;
        for (uint256 j; j < b.parts.length; ++j) {
            Reading.Part memory p = b.parts[j];
            b.counted[j] = p.units;
            if (p.isDebt || p.valueUsdc <= budget) {
                if (!p.isDebt) (f.adoptedUsdc, budget) = (f.adoptedUsdc + p.valueUsdc, budget - p.valueUsdc);
                continue;
            }
            b.counted[j] = Math.mulDiv(p.units, budget, p.valueUsdc);
            (f.adoptedUsdc, budget) = (f.adoptedUsdc + budget, 0);
        }
    }

    /// @notice Ends a call. What repays debt leaves only as far as it exceeds the debt's fall.
    function settle(State memory f, Tally memory t) internal pure {
        uint256 lossUsdc = f.outUsdc.saturatingSub(f.inUsdc);
        t.lossUsdc += lossUsdc;
        t.baseOutUsdc += f.baseOutUsdc;
        t.repaidUsdc += f.repaidUsdc;
        t.outflowUsdc += Math.max(f.walletOutUsdc.saturatingSub(f.repaidUsdc), lossUsdc);
    }

    /// @notice Takes in what the call says to pay to approved recipients: paid is what was lost with it.
    function pay(State memory f, Tally memory t, uint256 paidUsdc) internal pure {
        t.paidUsdc += Math.min(paidUsdc, f.outUsdc.saturatingSub(f.inUsdc));
    }

    function _value(
        State memory f,
        Reading.Part memory pa,
        Reading.Part memory pb,
        uint256 common,
        bool isDebt,
        uint256 believed
    ) private pure {
        // What both moments have in common can lose, and a rise of it is not by an act.
        uint256 commonA = pa.units == 0 ? 0 : Math.mulDiv(pa.valueUsdc, common, pa.units, _round(isDebt));
        uint256 commonB = pb.units == 0 ? 0 : Math.mulDiv(pb.valueUsdc, common, pb.units, _round(isDebt));
        uint256 wentUsdc = pa.valueUsdc - commonA;
        uint256 cameUsdc = pb.valueUsdc - commonB;
        if (isDebt) {
            f.outUsdc += cameUsdc + commonB.saturatingSub(commonA);
            f.inUsdc += wentUsdc;
            f.repaidUsdc += wentUsdc;
        } else {
            f.outUsdc += wentUsdc + commonA.saturatingSub(commonB);
            if (believed != 0) f.inUsdc += Math.mulDiv(cameUsdc, believed, pb.index);
        }
    }

    function _stale(Tally memory t, Measuring.Terms[] memory terms, Reading.Part memory p) private pure {
        for (uint256 k; k < p.amounts.length; ++k) {
            if (p.amounts[k] == 0) continue;
            Measuring.Terms memory leg = terms[p.assets[k]];
            if (!leg.fresh) t.stale = leg.asset.token;
        }
    }

    /// @dev Whether something of it is less now; of what was leaving only something that leaves can have come.
    function _shrinks(Holdings.Holding memory a, Holdings.Holding memory b, bool isLeaving)
        private
        pure
        returns (bool)
    {
        for (uint256 j; j < b.parts.length; ++j) {
            Reading.Part memory p = a.parts[j];
            if (b.parts[j].units < p.units && !p.isDebt && (isLeaving || !p.isLeaving)) return true;
        }
        return false;
    }

    function _round(bool isDebt) private pure returns (Math.Rounding) {
        return isDebt ? Math.Rounding.Ceil : Math.Rounding.Floor;
    }
}
