// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ICageErrors} from "../interfaces/ICageErrors.sol";
import {ISignatureScheme} from "../interfaces/ISignatureScheme.sol";
import {Leg, Pledge, PledgeKind} from "../interfaces/Position.sol";
import {CageState} from "./CageState.sol";
import {Meter} from "./Meter.sol";
import {PriceReader} from "./PriceReader.sol";

/// @title Pledges
/// @notice What others may take of the cage later, and the signed messages that say so.
/// @dev A pledge counts when it is made, as if it were filled at its worst; its fill is an exchange between actions
/// (`Exchange`) and uses no limit again. Each one counts by itself: what one promises offsets no loss of another. Until its
/// deadline what it brings stays within the caps and its shortfall within the drawdown of other actions, so that many
/// pledges are under the limits of one. What was taken back is not known to the cage, and stays as well.
library Pledges {
    using CageState for CageState.State;
    using Math for uint256;

    /// @dev As long as the windows, so that what is open at any moment is within them.
    uint256 private constant MAX_SECONDS = 1 days;
    uint256 private constant MAX_LEGS = 8;

    /// @dev All pledges of an action; `given` and `got` are parallel to the assets, and empty without a pledge.
    struct Sum {
        bool any;
        bool spends; // gives a base asset or an allowance
        uint256 spentUsdc; // what is taken from the wallet
        uint256 lossUsdc;
        uint256[] given; // by orders, from the wallet
        uint256[] got;
        uint256[] open; // still to come for earlier pledges; empty without one
        uint256 openLossUsdc;
    }

    /// @dev What a call pays to approved recipients; `prices` are parallel to the assets.
    struct Payment {
        uint256[] prices;
        uint256 usdc;
    }

    /// @notice Adds a pledge; reverts unless it is limited, priced, soon over, for a target, and for the cage.
    function add(CageState.State storage self, Sum memory sum, Pledge memory p) internal {
        if (block.timestamp > p.until) revert ICageErrors.DeadlinePassed(block.timestamp, p.until);
        uint256 latest = block.timestamp + MAX_SECONDS;
        if (p.until > latest) revert ICageErrors.PledgeTooLong(p.until, latest);
        if (p.to != address(this)) revert ICageErrors.RecipientNotAllowed(p.to);
        if (p.legs.length > MAX_LEGS) revert ICageErrors.MalformedPledge();
        if (!sum.any) {
            (sum.given, sum.got) = (new uint256[](self.assets.length), new uint256[](self.assets.length));
        }
        (uint256 givenUsdc, uint256 gotUsdc) = (0, 0);
        for (uint256 i; i < p.legs.length; ++i) {
            (uint256 outUsdc, uint256 inUsdc) = _addLeg(self, sum, p, p.legs[i]);
            (givenUsdc, gotUsdc) = (givenUsdc + outUsdc, gotUsdc + inUsdc);
        }
        if (givenUsdc == 0) revert ICageErrors.MalformedPledge();
        sum.any = true;
        if (p.kind == PledgeKind.Allowance) sum.spends = true;
        else _keep(self, sum, p, givenUsdc.saturatingSub(gotUsdc));
        if (p.kind != PledgeKind.HeldOrder) sum.spentUsdc += givenUsdc;
    }

    /// @notice Adds what a call pays to an approved recipient, as transfers are added.
    function pay(CageState.State storage self, Payment memory paid, Pledge memory p) internal view {
        // The cage itself is never one: what comes back to it is a pledge that is over.
        if (!self.recipients[p.to]) revert ICageErrors.RecipientNotAllowed(p.to);
        if (p.legs.length > MAX_LEGS) revert ICageErrors.MalformedPledge();
        for (uint256 i; i < p.legs.length; ++i) {
            int256 amount = p.legs[i].amount;
            if (amount >= 0 || amount < -int256(uint256(type(uint128).max))) {
                revert ICageErrors.MalformedPledge();
            }
            addPaid(paid, self.indexOf(p.legs[i].token), uint256(-amount));
        }
    }

    /// @notice Adds an amount of one asset to a payment.
    function addPaid(Payment memory paid, uint256 asset, uint256 amount) internal pure {
        paid.usdc += PriceReader.value(amount, paid.prices[asset], Math.Rounding.Ceil);
    }

    /// @notice Adds up what earlier pledges may still bring and lose, and forgets those that are over. What came in exchange
    /// came for those first, and lowers no shortfall, as nobody knows whose fill it was.
    function review(CageState.State storage self, Sum memory sum, uint256[] memory came) internal {
        uint256 i = self.open.length;
        while (i != 0) {
            CageState.Open memory o = self.open[--i];
            if (block.timestamp <= o.until && (o.got != 0 || o.lossUsdc != 0)) continue;
            came[o.asset] -= Math.min(came[o.asset], o.got);
            self.open[i] = self.open[self.open.length - 1];
            self.open.pop();
        }
        uint256 count = self.open.length;
        if (count != 0) sum.open = new uint256[](came.length);
        for (; i < count; ++i) {
            CageState.Open memory o = self.open[i];
            uint256 used = Math.min(came[o.asset], o.got);
            if (used != 0) {
                came[o.asset] -= used;
                o.got -= uint112(used);
                self.open[i].got = o.got;
            }
            sum.open[o.asset] += o.got;
            sum.openLossUsdc += o.lossUsdc;
        }
    }

    /// @notice Records a message for which the cage will answer as its signer. What the scheme reverts with is the reason.
    function record(CageState.State storage self, Sum memory sum, address scheme, bytes memory fields)
        internal
    {
        if (!CageState.isTrusted(self, scheme)) {
            revert ICageErrors.CodeNotAllowed(scheme, scheme.codehash);
        }
        (bytes32 digest, Pledge memory p) =
            ISignatureScheme(scheme).terms{gas: Meter.MOST}(address(this), fields);
        add(self, sum, p);
        self.recorded[digest] = CageState.Recorded(scheme, p.until, uint40(block.timestamp));
    }

    /// @notice Whether a message stands: recorded since the last pause, by a scheme that was not removed since, and not over.
    function isOpen(CageState.State storage self, bytes32 digest) internal view returns (bool) {
        CageState.Recorded memory r = self.recorded[digest];
        if (self.rules.paused || r.at <= self.silencedAt) return false;
        return block.timestamp <= r.until && r.at > self.targets[r.scheme].silencedAt;
    }

    /// @dev The shortfall goes with the first asset that it brings, or with any where it brings none.
    function _keep(CageState.State storage self, Sum memory sum, Pledge memory p, uint256 lossUsdc) private {
        sum.lossUsdc += lossUsdc;
        for (uint256 i; i < p.legs.length; ++i) {
            if (p.legs[i].amount <= 0) continue;
            _push(self, p.until, self.indexOf(p.legs[i].token), uint256(p.legs[i].amount), lossUsdc);
            lossUsdc = 0;
        }
        if (lossUsdc != 0) _push(self, p.until, 0, 0, lossUsdc);
    }

    function _push(
        CageState.State storage self,
        uint40 until,
        uint256 asset,
        uint256 amount,
        uint256 lossUsdc
    ) private {
        uint256 count = self.open.length;
        if (count == CageState.MAX_OPEN) {
            revert ICageErrors.TooManyPledges(count + 1, CageState.MAX_OPEN);
        }
        uint112 got = uint112(Math.min(amount, type(uint112).max));
        uint96 loss = uint96(Math.min(lossUsdc, type(uint96).max));
        self.open.push(CageState.Open(until, uint8(asset), got, loss));
    }

    /// @dev One leg in USDC: what it gives, rounded up, or what it gets, rounded down.
    function _addLeg(CageState.State storage self, Sum memory sum, Pledge memory p, Leg memory leg)
        private
        view
        returns (uint256 givenUsdc, uint256 gotUsdc)
    {
        uint256 index = self.indexOf(leg.token);
        CageState.Asset memory asset = self.assets[index];
        (uint256 answer, bool fresh) = PriceReader.read(asset.feed, asset.maxStalenessSeconds);
        if (!fresh) revert ICageErrors.PriceUnavailable(leg.token);
        uint256 price = PriceReader.toPrice(answer, asset.scale);
        uint256 amount = leg.amount < 0 ? uint256(-(leg.amount + 1)) + 1 : uint256(leg.amount);
        if (amount > type(uint128).max) revert ICageErrors.UnlimitedApproval(leg.token, p.spender, amount);
        if (leg.amount >= 0) {
            sum.got[index] += amount;
            return (0, PriceReader.value(amount, price, Math.Rounding.Floor));
        }
        // Only a spender that could be approved by a transaction may be approved by a message.
        if (self.targets[p.spender].selectors == 0) {
            revert ICageErrors.SpenderNotAllowed(leg.token, p.spender);
        }
        if (p.kind == PledgeKind.Order) sum.given[index] += amount;
        if (asset.isBase) sum.spends = true;
        return (PriceReader.value(amount, price, Math.Rounding.Ceil), 0);
    }
}
