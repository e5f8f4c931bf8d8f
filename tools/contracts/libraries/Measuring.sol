// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {BoundedRead} from "./BoundedRead.sol";
import {CageState} from "./CageState.sol";
import {Carry} from "./Carry.sol";
import {Exchange} from "./Exchange.sol";
import {Holdings} from "./Holdings.sol";
import {Meter} from "./Meter.sol";
import {PriceReader} from "./PriceReader.sol";

/// @title Measuring
/// @notice What the cage holds at one moment, actual and counted, and the prices that it is judged by.
/// @dev Gifts. Each asset has a *counted* balance and each lot counted units, never above the actual ones (of a debt:
/// never below). Only actions and the owner move them, and `Exchange` between actions; what else arrives stays outside
/// net asset value, caps, drawdown and high-water mark. Losses and outflow are measured on what is there, so that gifts
/// are guarded like the rest. An asset that gives no answer is taken as last seen: as booked, or as it was before the call
/// after which it gave none; what becomes of it within the action is not looked at again.
library Measuring {
    /// @dev What an action is judged by: read once, before the calls.
    struct Terms {
        CageState.Asset asset;
        uint256 price; // fresh, or else the last good one
        uint256 answer; // the feed's, where fresh
        bool fresh;
        bool unread; // it gave no balance at some moment of the action
    }

    /// @dev Everything measured at one moment. Arrays are parallel to the assets.
    struct Snapshot {
        Terms[] terms;
        address[] tokens;
        uint256[] prices;
        uint256[] wallet; // actual balance, or the last that is known
        uint256[] counted;
        uint256[] came; // of that, in exchange since it was booked
        Holdings.Holding[] positions; // room for all; `count` of them
        uint256 count;
        uint256 unread; // place of a held asset that gives no balance, plus one
        Meter.State meter;
    }

    /// @notice Measures now, on terms read now, what came in exchange since then included.
    function open(CageState.State storage self, address wrappedNative)
        internal
        view
        returns (Snapshot memory s)
    {
        uint256 count = self.assets.length;
        s.terms = new Terms[](count);
        (s.tokens, s.prices) = (new address[](count), new uint256[](count));
        (s.wallet, s.counted) = (new uint256[](count), new uint256[](count));
        s.came = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            Terms memory t = s.terms[i];
            t.asset = self.assets[i];
            s.tokens[i] = t.asset.token;
            look(s, wrappedNative, i);
            if (t.unread) _keep(s, i, uint256(t.asset.counted) + t.asset.spare);
            s.counted[i] = Carry.open(t.asset.counted, s.wallet[i]);
            (t.answer, t.fresh) = PriceReader.read(t.asset.feed, t.asset.maxStalenessSeconds);
            t.price = PriceReader.toPrice(t.fresh ? t.answer : t.asset.lastPrice, t.asset.scale);
            s.prices[i] = t.price;
        }
        s.meter.left = Meter.TOTAL;
        s.positions = new Holdings.Holding[](CageState.MAX_POSITIONS);
        s.count = self.positions.length;
        for (uint256 i; i < s.count; ++i) {
            // Each is read twice in an action.
            s.positions[i] = Holdings.open(self, s.meter, s.tokens, s.prices, i, 2 * s.count - i - 1);
        }
        Exchange.settle(s);
    }

    /// @notice A measurement to go on from: what it says changes, and `s` does not.
    function copy(Snapshot memory s) internal pure returns (Snapshot memory c) {
        (c.terms, c.tokens, c.prices, c.meter) = (s.terms, s.tokens, s.prices, s.meter);
        (c.wallet, c.counted) = (_copy(s.wallet), _copy(s.counted));
        c.positions = new Holdings.Holding[](s.positions.length);
        (c.count, c.unread) = (s.count, s.unread);
        for (uint256 i; i < s.count; ++i) {
            c.positions[i] = s.positions[i];
        }
    }

    /// @notice Place of a position, or `count`.
    function find(Snapshot memory s, address reader, bytes32 key) internal pure returns (uint256 i) {
        while (i < s.count && (s.positions[i].key != key || s.positions[i].reader != reader)) ++i;
    }

    /// @notice Takes the actual balance of an asset, as long as it answers; native currency counts as wrapped.
    function look(Snapshot memory s, address wrappedNative, uint256 i) internal view {
        Terms memory t = s.terms[i];
        if (t.unread) return;
        (bool ok, uint256 balance) = readBalance(t.asset.token, wrappedNative);
        if (ok) {
            s.wallet[i] = balance;
        } else {
            t.unread = true;
            _keep(s, i, s.wallet[i]);
        }
    }

    /// @notice What is there of an asset; `ok` is false where it gives no answer.
    function readBalance(address token, address wrappedNative)
        internal
        view
        returns (bool ok, uint256 balance)
    {
        (ok, balance) = BoundedRead.readOwnBalance(token);
        if (token == wrappedNative) balance += address(this).balance;
    }

    /// @dev What is known of an asset may change unseen from here on; of one of which nothing is known nothing can.
    function _keep(Snapshot memory s, uint256 i, uint256 known) private pure {
        s.wallet[i] = known;
        if (known != 0) s.unread = i + 1;
    }

    function _copy(uint256[] memory list) private pure returns (uint256[] memory c) {
        c = new uint256[](list.length);
        for (uint256 i; i < list.length; ++i) {
            c[i] = list[i];
        }
    }
}
