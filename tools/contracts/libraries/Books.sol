// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPolicyCage} from "../IPolicyCage.sol";
import {CageState} from "./CageState.sol";
import {HighWaterMark} from "./HighWaterMark.sol";
import {Measuring} from "./Measuring.sol";
import {PriceReader} from "./PriceReader.sol";
import {RateGuard} from "./RateGuard.sol";
import {ShareMath} from "./ShareMath.sol";

/// @title Books
/// @notice What a measurement is worth, and what the cage remembers of it: counted balances, prices, shares, mark.
library Books {
    using HighWaterMark for HighWaterMark.State;
    using Math for uint256;
    using RateGuard for RateGuard.State;

    /// @notice Value of all exposure, rounded down, less all debt, and an asset held without a fresh price (or zero).
    function nav(Measuring.Snapshot memory s) internal pure returns (uint256 navUsdc, address stale) {
        uint256 debtUsdc;
        for (uint256 i; i < s.exposure.length; ++i) {
            Measuring.Terms memory t = s.terms[i];
            if (t.asset.underlying == 0) {
                if (s.exposure[i] == 0) continue;
                if (!t.fresh) stale = t.asset.token;
                navUsdc += worth(s, i, s.exposure[i], Math.Rounding.Floor);
            } else if (Measuring.isDebt(t) && s.counted[i] != 0) {
                Measuring.Terms memory u = s.terms[t.asset.underlying - 1];
                if (!u.fresh) stale = u.asset.token;
                debtUsdc += worth(s, i, s.counted[i], Math.Rounding.Ceil);
            }
        }
        navUsdc = navUsdc.saturatingSub(debtUsdc);
    }

    /// @notice The same; reverts without a fresh price of everything held.
    function freshNav(Measuring.Snapshot memory s) internal pure returns (uint256 navUsdc) {
        address stale;
        (navUsdc, stale) = nav(s);
        if (stale != address(0)) revert IPolicyCage.PriceUnavailable(stale);
    }

    /// @notice Value of an amount of one token; of a receipt, at its guarded rate.
    function worth(Measuring.Snapshot memory s, uint256 index, uint256 amount, Math.Rounding rounding)
        internal
        pure
        returns (uint256)
    {
        if (amount == 0) return 0;
        Measuring.Terms memory t = s.terms[index];
        if (t.asset.underlying != 0) {
            amount = RateGuard.toUnderlying(amount, t.guardedRate);
            t = s.terms[t.asset.underlying - 1];
        }
        return PriceReader.value(amount, t.price, t.unit, rounding);
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

    /// @notice Shows the mark the present value per share, if everything held has a fresh price.
    function observe(
        CageState.State storage self,
        HighWaterMark.State memory mark,
        Measuring.Snapshot memory s
    ) internal view {
        (uint256 navUsdc, address stale) = nav(s);
        if (stale == address(0)) mark.observe(ShareMath.valuePerShare(navUsdc, self.totalShares));
    }

    /// @notice Remembers what is counted, last prices and positions; an empty position is forgotten.
    function book(CageState.State storage self, Measuring.Snapshot memory s) internal {
        for (uint256 i; i < s.counted.length; ++i) {
            Measuring.Terms memory t = s.terms[i];
            CageState.Asset storage asset = self.assets[i];
            if (t.asset.counted != s.counted[i]) asset.counted = CageState.clamp(s.counted[i]);
            if (t.asset.underlying == 0) {
                if (t.fresh && t.asset.lastPrice != t.price) asset.lastPrice = uint96(t.price);
            } else if (t.asset.kind == IPolicyCage.ReceiptKind.Vault && s.counted[i] != 0) {
                self.rates[i].book(t.guardedRate);
            }
        }
        for (uint256 i = s.ids.length; i > 0; --i) {
            Measuring.Position memory p = s.positions[i - 1];
            if (p.liquidity == 0 && p.owed0 == 0 && p.owed1 == 0) untrack(self, i - 1);
            else self.claims[s.ids[i - 1]] = s.claims[i - 1];
        }
    }

    /// @notice Forgets a position.
    function untrack(CageState.State storage self, uint256 index) internal {
        delete self.claims[self.positions[index]];
        self.positions[index] = self.positions[self.positions.length - 1];
        self.positions.pop();
    }

    /// @notice Counts an amount in and mints shares for it at the current value per share.
    function mint(CageState.State storage self, Measuring.Snapshot memory s, uint256 index, uint256 amount)
        internal
        returns (uint256 shares)
    {
        uint256 navUsdc = freshNav(s);
        Measuring.Terms memory t = s.terms[index];
        if (t.asset.underlying != 0) t = s.terms[t.asset.underlying - 1];
        if (!t.fresh) revert IPolicyCage.PriceUnavailable(t.asset.token);
        if (navUsdc == 0 && self.totalShares != 0) revert IPolicyCage.NothingToShare();
        uint256 valueUsdc = worth(s, index, amount, Math.Rounding.Floor);
        shares = ShareMath.toMint(valueUsdc, navUsdc, self.totalShares, self.lastValuePerShare);
        self.totalShares += shares;
        // What is counted of a debt shrinks when more is worth more.
        s.counted[index] =
            Measuring.isDebt(s.terms[index]) ? s.counted[index] - amount : s.counted[index] + amount;
        book(self, s);
        if (self.mark.mark == 0) {
            HighWaterMark.State memory mark = self.mark;
            mark.observe(ShareMath.valuePerShare(navUsdc + valueUsdc, self.totalShares));
            self.mark = mark;
        }
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
}
