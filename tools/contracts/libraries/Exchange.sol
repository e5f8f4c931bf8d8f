// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {CageState} from "./CageState.sol";
import {Holdings} from "./Holdings.sol";
import {Measuring} from "./Measuring.sol";
import {PriceReader} from "./PriceReader.sol";

/// @title Exchange
/// @notice What happened to the cage between its actions: an order was filled, a position liquidated.
/// @dev What appeared, and debt that vanished, counts up to the value of the counted units that vanished, never more, so
/// that a fair fill is no loss and a gift no profit. What stood there uncounted when it was booked did not appear.
library Exchange {
    using Math for uint256;

    /// @notice Counts what came in exchange for what went.
    function settle(Measuring.Snapshot memory s) internal pure {
        uint256 credit = _vanished(s);
        if (credit == 0) return;
        for (uint256 i; i < s.count; ++i) {
            Holdings.Holding memory h = s.positions[i];
            for (uint256 j; h.readable && j < h.parts.length; ++j) {
                credit -= _settleLot(h, j, credit);
            }
        }
        for (uint256 i; i < s.wallet.length; ++i) {
            CageState.Asset memory a = s.terms[i].asset;
            uint256 units = s.wallet[i].saturatingSub(uint256(a.counted) + a.spare);
            uint256 valueUsdc = PriceReader.value(units, s.prices[i], Math.Rounding.Floor);
            uint256 used = Math.min(valueUsdc, credit);
            if (used != 0) {
                s.came[i] = Math.mulDiv(units, used, valueUsdc);
                s.counted[i] += s.came[i];
            }
            credit -= used;
        }
    }

    function _vanished(Measuring.Snapshot memory s) private pure returns (uint256 valueUsdc) {
        for (uint256 i; i < s.wallet.length; ++i) {
            uint256 gone = uint256(s.terms[i].asset.counted).saturatingSub(s.wallet[i]);
            valueUsdc += PriceReader.value(gone, s.prices[i], Math.Rounding.Floor);
        }
        for (uint256 i; i < s.count; ++i) {
            Holdings.Holding memory h = s.positions[i];
            for (uint256 j; h.readable && j < h.parts.length; ++j) {
                if (Holdings.isDebt(h, j)) continue;
                uint256 gone = uint256(h.booked[j].counted).saturatingSub(h.parts[j].units);
                valueUsdc += _value(h, j, gone);
            }
        }
    }

    function _settleLot(Holdings.Holding memory h, uint256 j, uint256 credit)
        private
        pure
        returns (uint256 used)
    {
        (CageState.Booked memory b, uint256 actual) = (h.booked[j], h.parts[j].units);
        bool isDebt = Holdings.isDebt(h, j);
        uint256 units = isDebt
            ? (uint256(b.counted) - b.spare).saturatingSub(actual)
            : actual.saturatingSub(uint256(b.counted) + b.spare);
        uint256 valueUsdc = _value(h, j, units);
        used = Math.min(valueUsdc, credit);
        if (used == 0) return 0;
        units = Math.mulDiv(units, used, valueUsdc);
        if (isDebt) h.counted[j] -= units;
        else h.counted[j] += units;
    }

    /// @dev At what a unit is worth now, by what is left of the lot or, when that is too little, by what was booked.
    function _value(Holdings.Holding memory h, uint256 j, uint256 units) private pure returns (uint256) {
        if (units == 0) return 0;
        if (Holdings.isRemnant(h, j, units)) {
            return Math.mulDiv(h.booked[j].valueUsdc, units, h.booked[j].counted);
        }
        uint256 valueUsdc = Math.mulDiv(h.parts[j].valueUsdc, units, h.parts[j].units);
        return h.parts[j].isDebt ? valueUsdc : Math.mulDiv(valueUsdc, h.believed[j], h.parts[j].index);
    }
}
