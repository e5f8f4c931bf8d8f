// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ICageErrors} from "../interfaces/ICageErrors.sol";
import {CageState} from "./CageState.sol";
import {HighWaterMark} from "./HighWaterMark.sol";
import {Holdings} from "./Holdings.sol";
import {Measuring} from "./Measuring.sol";
import {PriceReader} from "./PriceReader.sol";
import {Reading} from "./Reading.sol";
import {ShareMath} from "./ShareMath.sol";

/// @title Books
/// @notice What a measurement is worth, and what the cage remembers of it: counted units, prices, shares, mark.
library Books {
    using HighWaterMark for HighWaterMark.State;
    using Math for uint256;

    /// @dev One cent, in USDC base units.
    uint256 private constant SPECK_USDC = 10_000;

    /// @notice Value of all that counts, rounded down, less all debt; an asset held without a fresh price (or zero); a
    /// position that cannot be read, or beyond `count` an asset that gives no balance (or `count`).
    function nav(Measuring.Snapshot memory s)
        internal
        pure
        returns (uint256 navUsdc, address stale, uint256 unreadable)
    {
        uint256 debtUsdc;
        unreadable = s.count + s.unread;
        for (uint256 i; i < s.wallet.length; ++i) {
            if (s.counted[i] == 0) continue;
            if (!s.terms[i].fresh) stale = s.tokens[i];
            navUsdc += PriceReader.value(s.counted[i], s.prices[i], Math.Rounding.Floor);
        }
        for (uint256 i; i < s.count; ++i) {
            Holdings.Holding memory h = s.positions[i];
            if (!h.readable) unreadable = i;
            for (uint256 j; j < h.parts.length; ++j) {
                if (h.counted[j] == 0) continue;
                if (Holdings.isDebt(h, j)) debtUsdc += Holdings.worth(h, j);
                else navUsdc += Holdings.worth(h, j);
                address token = _stale(s, h.parts[j]);
                if (token != address(0)) stale = token;
            }
        }
        navUsdc = navUsdc.saturatingSub(debtUsdc);
    }

    /// @notice The same; reverts without a fresh price of everything held, or when an asset or a position cannot be read.
    function freshNav(Measuring.Snapshot memory s) internal pure returns (uint256 navUsdc) {
        (uint256 value, address stale, uint256 unreadable) = nav(s);
        if (unreadable > s.count) revert ICageErrors.BalanceUnreadable(s.tokens[unreadable - s.count - 1]);
        if (unreadable != s.count) {
            Holdings.Holding memory h = s.positions[unreadable];
            revert ICageErrors.PositionUnreadable(h.reader, h.key);
        }
        if (stale != address(0)) revert ICageErrors.PriceUnavailable(stale);
        return value;
    }

    /// @notice What counts of each asset, in the wallet and in lots that are not leaving.
    function exposure(Measuring.Snapshot memory s) internal pure returns (uint256[] memory amounts) {
        amounts = new uint256[](s.wallet.length);
        for (uint256 i; i < amounts.length; ++i) {
            amounts[i] = s.counted[i];
        }
        for (uint256 i; i < s.count; ++i) {
            Holdings.Holding memory h = s.positions[i];
            for (uint256 j; j < h.parts.length; ++j) {
                Reading.Part memory p = h.parts[j];
                if (p.isDebt || p.isLeaving || h.counted[j] == 0) continue;
                for (uint256 k; k < p.amounts.length; ++k) {
                    amounts[p.assets[k]] += Holdings.amount(h, j, k);
                }
            }
        }
    }

    /// @notice Fall of the value per share from a mark, in basis points, rounded up.
    function drawdown(CageState.State storage self, uint256 mark, uint256 navUsdc)
        internal
        view
        returns (uint256)
    {
        if (self.totalShares == 0) return 0;
        return ShareMath.drawdownBps(ShareMath.valuePerShare(navUsdc, self.totalShares), mark);
    }

    /// @notice Shows the mark the present value per share, if everything held can be valued.
    function observe(HighWaterMark.State memory mark, Measuring.Snapshot memory s, uint256 shares)
        internal
        view
    {
        (uint256 navUsdc, address stale, uint256 unreadable) = nav(s);
        if (stale != address(0) || unreadable != s.count) return;
        mark.observe(ShareMath.valuePerShare(navUsdc, shares));
    }

    /// @notice Remembers what is counted, last prices and positions; a position of which nothing counts is forgotten.
    function book(CageState.State storage self, Measuring.Snapshot memory s) internal {
        for (uint256 i; i < s.counted.length; ++i) {
            Measuring.Terms memory t = s.terms[i];
            CageState.Asset storage asset = self.assets[i];
            uint128 counted = CageState.clamp(s.counted[i]);
            uint128 spare = CageState.clamp(s.wallet[i] - s.counted[i]);
            if (t.asset.counted != counted || t.asset.spare != spare) {
                (asset.counted, asset.spare) = (counted, spare);
            }
            if (t.fresh && t.asset.lastPrice != t.answer) asset.lastPrice = uint96(t.answer);
        }
        uint256 known = self.positions.length;
        // From the end: what is forgotten is replaced by the last.
        for (uint256 i = known; i > 0; --i) {
            _bookKnown(self, s.positions[i - 1], i - 1);
        }
        for (uint256 i = known; i < s.count; ++i) {
            Holdings.Holding memory h = s.positions[i];
            CageState.Position storage kept = self.positions.push();
            (kept.key, kept.reader, kept.lots) = (h.key, h.reader, uint8(h.parts.length));
            _bookLots(kept, h);
        }
    }

    /// @notice Counts an amount in and mints shares for it at the current value per share.
    function mint(CageState.State storage self, Measuring.Snapshot memory s, uint256 index, uint256 amount)
        internal
        returns (uint256 shares)
    {
        if (!s.terms[index].fresh) revert ICageErrors.PriceUnavailable(s.tokens[index]);
        uint256 valueUsdc = PriceReader.value(amount, s.prices[index], Math.Rounding.Floor);
        shares = mintFor(self, freshNav(s), valueUsdc);
        s.counted[index] += amount;
        book(self, s);
    }

    /// @notice Mints shares for a value.
    function mintFor(CageState.State storage self, uint256 navUsdc, uint256 valueUsdc)
        internal
        returns (uint256 shares)
    {
        if (navUsdc == 0 && self.totalShares != 0) revert ICageErrors.NothingToShare();
        shares = ShareMath.toMint(valueUsdc, navUsdc, self.totalShares, self.lastValuePerShare);
        self.totalShares += shares;
        if (self.mark.mark != 0) return shares;
        HighWaterMark.State memory mark = self.mark;
        mark.observe(ShareMath.valuePerShare(navUsdc + valueUsdc, self.totalShares));
        self.mark = mark;
    }

    /// @notice Burns the shares that a value stands for.
    function burn(CageState.State storage self, uint256 navUsdc, uint256 valueUsdc)
        internal
        returns (uint256 shares)
    {
        if (valueUsdc == 0 || self.totalShares == 0) return 0;
        shares = ShareMath.toBurn(valueUsdc, navUsdc, self.totalShares);
        if (shares == self.totalShares) {
            self.lastValuePerShare = ShareMath.valuePerShare(navUsdc, self.totalShares);
        }
        self.totalShares -= shares;
    }

    function _bookKnown(CageState.State storage self, Holdings.Holding memory h, uint256 i) private {
        if (!h.readable) return;
        for (uint256 j; j < h.counted.length; ++j) {
            // A speck of a debt that another account paid off is none.
            if (h.counted[j] != 0 && (h.parts[j].units != 0 || Holdings.worth(h, j) > SPECK_USDC)) {
                return _bookLots(self.positions[i], h);
            }
        }
        uint256 last = self.positions.length - 1;
        if (i != last) self.positions[i] = self.positions[last];
        self.positions.pop();
    }

    function _bookLots(CageState.Position storage kept, Holdings.Holding memory h) private {
        if (kept.at != block.timestamp) kept.at = uint40(block.timestamp);
        for (uint256 j; j < h.parts.length; ++j) {
            kept.booked[j] = _booked(h, j);
        }
    }

    /// @dev Below the highest index no time accrues: a vault that lost may recover at once.
    function _booked(Holdings.Holding memory h, uint256 j) private pure returns (CageState.Booked memory b) {
        (uint256 counted, uint256 units) = (h.counted[j], h.parts[j].units);
        b.isDebt = Holdings.isDebt(h, j);
        b.counted = CageState.clamp(counted);
        b.spare = CageState.clamp(b.isDebt ? counted - units : units - counted);
        // What comes back after nothing was left begins anew.
        if (counted == 0) return b;
        b.index = uint128(h.believed[j]);
        if (j < h.booked.length && h.booked[j].index > b.index) b.index = h.booked[j].index;
        b.valueUsdc = uint112(Math.min(Holdings.worth(h, j), type(uint112).max));
        if (units == 0) b.leg = h.booked[j].leg;
        else if (h.parts[j].assets.length == 1) b.leg = uint8(h.parts[j].assets[0]) + 1;
    }

    function _stale(Measuring.Snapshot memory s, Reading.Part memory p) private pure returns (address) {
        for (uint256 k; k < p.amounts.length; ++k) {
            if (p.amounts[k] != 0 && !s.terms[p.assets[k]].fresh) return s.tokens[p.assets[k]];
        }
        return address(0);
    }
}
