// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {CageState} from "./CageState.sol";
import {Carry} from "./Carry.sol";
import {Meter} from "./Meter.sol";
import {PriceReader} from "./PriceReader.sol";
import {Reading} from "./Reading.sol";

/// @title Holdings
/// @notice Positions at one moment: what a reader says, and how much of it counts.
/// @dev Units count up to what the cage booked and its actions brought; an index counts up to the growth of
/// `MAX_GROWTH_BPS_PER_YEAR` above the highest that counted before, so that a donation to a vault is no profit. Falls
/// of both count at once; so does all debt. What cannot be read is taken as last booked.
library Holdings {
    using Meter for Meter.State;

    uint256 internal constant MAX_GROWTH_BPS_PER_YEAR = 10_000;
    /// @dev How often the rounding of the units that are left may be multiplied to value others.
    uint256 private constant MAX_MULTIPLE = 50;

    /// @dev One position at one moment. `counted` and `believed` (of the index) are parallel to `parts`.
    struct Holding {
        address reader;
        bytes32 key;
        bool readable;
        bool blind; // it, or what a call did to it, could not be read at some moment of the action
        bytes32 place;
        uint256 health;
        Reading.Part[] parts;
        uint256[] counted;
        uint256[] believed;
        CageState.Booked[] booked;
        uint40 at;
    }

    /// @notice A position that is kept, as it is now.
    function open(
        CageState.State storage self,
        Meter.State memory meter,
        address[] memory assets,
        uint256[] memory prices,
        uint256 i,
        uint256 waiting
    ) internal view returns (Holding memory h) {
        CageState.Position storage kept = self.positions[i];
        (h.key, h.reader, h.at) = (kept.key, kept.reader, kept.at);
        h.booked = new CageState.Booked[](kept.lots);
        for (uint256 j; j < h.booked.length; ++j) {
            h.booked[j] = kept.booked[j];
        }
        read(self, meter, assets, prices, h, waiting);
        h.blind = !h.readable;
        for (uint256 j; j < h.parts.length; ++j) {
            uint256 counted = h.booked[j].counted;
            h.counted[j] =
                isDebt(h, j) ? Math.max(counted, h.parts[j].units) : Carry.open(counted, h.parts[j].units);
            if (h.readable && counted != 0) h.booked[j].valueUsdc = _revalue(self, prices, h, j);
        }
    }

    /// @notice The same position, read again after a call or at the end. Growth counts where the call touched it.
    function again(
        CageState.State storage self,
        Meter.State memory meter,
        address[] memory assets,
        uint256[] memory prices,
        Holding memory before,
        bool wasTouched,
        uint256 waiting
    ) internal view returns (Holding memory h) {
        (h.key, h.reader, h.at, h.booked) = (before.key, before.reader, before.at, before.booked);
        read(self, meter, assets, prices, h, waiting);
        h.blind = before.blind || !h.readable;
        for (uint256 j; j < h.parts.length; ++j) {
            uint256 units = h.parts[j].units;
            uint256 counted = before.counted[j];
            if (!h.readable) {
                h.counted[j] = counted;
            } else if (wasTouched && before.readable) {
                h.counted[j] = Carry.close(counted, before.parts[j].units, units);
            } else {
                h.counted[j] = isDebt(h, j) ? Math.max(counted, units) : Carry.open(counted, units);
            }
        }
    }

    /// @notice Asks the reader; an answer that does not fit what is booked is none.
    function read(
        CageState.State storage self,
        Meter.State memory meter,
        address[] memory assets,
        uint256[] memory prices,
        Holding memory h,
        uint256 waiting
    ) internal view {
        uint256 count = h.booked.length;
        bytes memory answer;
        if (CageState.isTrusted(self, h.reader)) {
            (h.readable, answer) = meter.ask(
                address(Reading),
                abi.encodeWithSelector(
                    Reading.holdings.selector, h.reader, address(this), h.key, assets, prices
                ),
                waiting
            );
        }
        if (h.readable) {
            (h.place, h.health, h.parts) = abi.decode(answer, (bytes32, uint256, Reading.Part[]));
            if (count != 0) h.readable = _fits(h.parts, h.booked);
        }
        if (!h.readable) h.parts = _asBooked(h.booked);
        count = h.parts.length;
        (h.counted, h.believed) = (new uint256[](count), new uint256[](count));
        for (uint256 j; j < count; ++j) {
            h.believed[j] = _believed(h, j);
        }
    }

    /// @notice What counts of a lot, in USDC base units: assets rounded down, debt rounded up.
    function worth(Holding memory h, uint256 j) internal pure returns (uint256) {
        return _worth(h, j, h.counted[j]);
    }

    /// @notice What was last booked of what it holds, in USDC base units.
    function bookedUsdc(Holding memory h) internal pure returns (uint256 valueUsdc) {
        for (uint256 j; j < h.booked.length; ++j) {
            if (!h.booked[j].isDebt) valueUsdc += h.booked[j].valueUsdc;
        }
    }

    /// @notice What counts of a leg, in base units.
    function amount(Holding memory h, uint256 j, uint256 leg) internal pure returns (uint256) {
        Reading.Part memory p = h.parts[j];
        return Math.mulDiv(Math.mulDiv(p.amounts[leg], h.counted[j], p.units), h.believed[j], p.index);
    }

    /// @notice Whether too little is left of a lot to tell what units of it are worth: the last wei of a debt rounds to
    /// many times its value, that of a receipt to nothing. What was booked tells it then.
    function isRemnant(Holding memory h, uint256 j, uint256 units) internal pure returns (bool) {
        uint256 left = h.parts[j].units;
        return units > left * MAX_MULTIPLE && j < h.booked.length && h.booked[j].counted > left;
    }

    /// @notice Whether a lot is owed. One without units is what it was.
    function isDebt(Holding memory h, uint256 j) internal pure returns (bool) {
        if (h.parts[j].units != 0 || j >= h.booked.length) return h.parts[j].isDebt;
        return h.booked[j].isDebt;
    }

    /// @dev As many lots as before, each of which is held or owed as it was.
    function _fits(Reading.Part[] memory parts, CageState.Booked[] memory booked)
        private
        pure
        returns (bool fits)
    {
        fits = parts.length == booked.length;
        for (uint256 j; fits && j < parts.length; ++j) {
            fits = parts[j].units == 0 || booked[j].counted == 0 || parts[j].isDebt == booked[j].isDebt;
        }
    }

    function _believed(Holding memory h, uint256 j) private view returns (uint256) {
        Reading.Part memory p = h.parts[j];
        uint256 base = j < h.booked.length ? h.booked[j].index : 0;
        if (isDebt(h, j) || base == 0) return p.index;
        uint256 growth = base * (block.timestamp - h.at) * MAX_GROWTH_BPS_PER_YEAR / (365 days * 10_000);
        return Math.min(p.index, base + growth);
    }

    function _worth(Holding memory h, uint256 j, uint256 counted) private pure returns (uint256) {
        Reading.Part memory p = h.parts[j];
        if (counted == 0) return 0;
        // Hardly owed any more, by another's doing: it counts at what it would be worth.
        if (counted > p.units && isRemnant(h, j, counted)) {
            return Math.mulDiv(h.booked[j].valueUsdc, counted, h.booked[j].counted, Math.Rounding.Ceil);
        }
        if (p.isDebt) return Math.mulDiv(p.valueUsdc, counted, p.units, Math.Rounding.Ceil);
        return Math.mulDiv(Math.mulDiv(p.valueUsdc, counted, p.units), h.believed[j], p.index);
    }

    /// @dev What the booked units are worth now: those that are gone as well, as far as index and price are known.
    function _revalue(CageState.State storage self, uint256[] memory prices, Holding memory h, uint256 j)
        private
        view
        returns (uint112)
    {
        CageState.Booked memory b = h.booked[j];
        uint256 valueUsdc = _worth(h, j, b.counted);
        if (isRemnant(h, j, b.counted)) {
            if (h.believed[j] > b.index) valueUsdc = Math.mulDiv(valueUsdc, h.believed[j], b.index);
            if (b.leg != 0) {
                CageState.Asset storage asset = self.assets[b.leg - 1];
                uint256 last = PriceReader.toPrice(asset.lastPrice, asset.scale);
                if (last != 0) valueUsdc = Math.mulDiv(valueUsdc, prices[b.leg - 1], last);
            }
        }
        return uint112(Math.min(valueUsdc, type(uint112).max));
    }

    function _asBooked(CageState.Booked[] memory booked) private pure returns (Reading.Part[] memory parts) {
        parts = new Reading.Part[](booked.length);
        for (uint256 j; j < parts.length; ++j) {
            Reading.Part memory p = parts[j];
            (p.units, p.index) = (booked[j].counted, booked[j].index);
            (p.isDebt, p.valueUsdc) = (booked[j].isDebt, booked[j].valueUsdc);
        }
    }
}
