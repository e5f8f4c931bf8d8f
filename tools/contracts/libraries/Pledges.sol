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
/// (`Exchange`) and uses no limit again. Each one counts by itself: what one promises offsets no loss of another.
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
    }

    /// @notice Adds a pledge; reverts unless it is limited, priced, soon over, for a target, and for the cage.
    function add(CageState.State storage self, Sum memory sum, Pledge memory p) internal view {
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
        else sum.lossUsdc += givenUsdc.saturatingSub(gotUsdc);
        if (p.kind != PledgeKind.HeldOrder) sum.spentUsdc += givenUsdc;
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

    /// @notice Whether a message stands: recorded since the last pause, by a scheme that is still approved, and not over.
    function isOpen(CageState.State storage self, bytes32 digest) internal view returns (bool) {
        CageState.Recorded memory r = self.recorded[digest];
        if (self.rules.paused || r.at <= self.silencedAt) return false;
        return block.timestamp <= r.until && self.targets[r.scheme].isScheme;
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
