// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ICageErrors} from "../interfaces/ICageErrors.sol";
import {HighWaterMark} from "./HighWaterMark.sol";
import {HotLane} from "./HotLane.sol";
import {SpendWindow} from "./SpendWindow.sol";

/// @title CageState
/// @notice What the cage remembers, packed for the path of `execute`.
library CageState {
    /// @dev Lots of a position, and positions of a cage.
    uint256 internal constant MAX_LOTS = 4;
    uint256 internal constant MAX_POSITIONS = 16;
    /// @dev What open pledges bring, each asset of each.
    uint256 internal constant MAX_OPEN = 16;

    /// @dev An approved asset: three slots.
    struct Asset {
        address token;
        uint32 maxStalenessSeconds;
        bool isBase;
        uint8 scale; // token decimals + feed decimals
        uint48 capCents; // whole cents, rounded down
        address feed;
        uint96 lastPrice; // last fresh answer
        uint128 counted;
        uint128 spare; // what was there uncounted when it was booked
    }

    /// @dev What is booked of one lot: two slots.
    struct Booked {
        uint128 counted; // units
        uint128 spare; // uncounted units; of a debt, units that are counted and not owed any more
        uint128 index; // highest that counted so far
        uint112 valueUsdc; // of the counted units
        uint8 leg; // asset of its only leg plus one; 0 where it has several
        bool isDebt;
    }

    /// @dev A position that is counted.
    struct Position {
        bytes32 key;
        address reader;
        uint40 at; // when its indices were booked
        uint8 lots;
        Booked[MAX_LOTS] booked;
    }

    /// @dev What may be called, and whose rules and reader go with it; or what is no target but a signature scheme.
    struct Target {
        uint32 selectors;
        address checker;
        address reader;
        bool isScheme; // in the reader's slot, which each call needs
        uint40 silencedAt; // last removal of the scheme: what it recorded until then is void
    }

    /// @dev The policy's scalars; simulations lift the hot lane in the fourth slot.
    struct Rules {
        address operator;
        uint16 maxDrawdownBps;
        uint16 maxLossBps;
        uint16 maxStaleExitLossBps;
        uint32 minRebalanceIntervalSeconds;
        bool paused;
        uint128 windowSpendCapUsdc;
        uint128 windowLossCapUsdc;
        address owner;
        uint32 loosenDelaySeconds;
        uint64 minHealth;
        address guardian;
        uint96 hotLaneUsdc;
    }

    /// @dev A loosening that waits, or that the guardian dropped.
    struct Loosening {
        uint64 eta; // 0 when it does not wait
        bool isVetoable; // whether the guardian may drop it once only
        bool isVetoed;
    }

    /// @dev A signed message that an action recorded: one slot.
    struct Recorded {
        address scheme;
        uint40 until;
        uint40 at;
    }

    /// @dev What others may still bring for a pledge, and what they may bring too little: one slot.
    struct Open {
        uint40 until;
        uint8 asset;
        uint112 got;
        uint96 lossUsdc;
    }

    struct State {
        Rules rules;
        Asset[] assets;
        mapping(address token => uint256 indexPlusOne) assetIndex;
        mapping(address target => mapping(bytes4 selector => bool)) allowed;
        mapping(address target => Target) targets;
        mapping(address code => bytes32) codeHash; // of readers, checkers and schemes
        mapping(bytes32 place => bool) places;
        mapping(address account => bool) recipients;
        mapping(bool isOwner => mapping(bytes32 permitId => bool)) permitUsed;
        mapping(bytes32 id => Loosening) queued;
        Position[] positions;
        HighWaterMark.State mark;
        uint256 totalShares;
        uint256 lastValuePerShare;
        SpendWindow.State window;
        HotLane.State hotLane;
        mapping(bytes32 digest => Recorded) recorded;
        uint40 silencedAt; // last pause: what was recorded until then is void
        Open[] open;
    }

    /// @notice Limits are kept in 128 bits; the largest value means none.
    function clamp(uint256 value) internal pure returns (uint128) {
        return value > type(uint128).max ? type(uint128).max : uint128(value);
    }

    /// @notice The inverse of `clamp`.
    function unclamp(uint128 value) internal pure returns (uint256) {
        return value == type(uint128).max ? type(uint256).max : value;
    }

    /// @notice The hot lane is kept in 96 bits; the largest value means none.
    function clampLane(uint256 hotLaneUsdc) internal pure returns (uint96) {
        return hotLaneUsdc > type(uint96).max ? type(uint96).max : uint96(hotLaneUsdc);
    }

    /// @notice The inverse of `clampLane`.
    function unclampLane(uint96 hotLaneUsdc) internal pure returns (uint256) {
        return hotLaneUsdc == type(uint96).max ? type(uint256).max : hotLaneUsdc;
    }

    /// @notice Caps are kept in cents of 48 bits (2.8 trillion USDC); the largest value means none.
    function toCents(uint256 capUsdc) internal pure returns (uint48) {
        capUsdc /= 10_000;
        return capUsdc > type(uint48).max ? type(uint48).max : uint48(capUsdc);
    }

    /// @notice The inverse of `toCents`.
    function fromCents(uint48 capCents) internal pure returns (uint256) {
        return capCents == type(uint48).max ? type(uint256).max : uint256(capCents) * 10_000;
    }

    /// @notice Place of an approved asset.
    function indexOf(State storage self, address token) internal view returns (uint256) {
        uint256 indexPlusOne = self.assetIndex[token];
        if (indexPlusOne == 0) revert ICageErrors.AssetNotAllowed(token);
        return indexPlusOne - 1;
    }

    /// @notice Whether the code at an address is still the one that the owner approved.
    function isTrusted(State storage self, address code) internal view returns (bool) {
        return code.codehash == self.codeHash[code];
    }
}
