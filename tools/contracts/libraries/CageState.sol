// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPolicyCage} from "../IPolicyCage.sol";
import {HighWaterMark} from "./HighWaterMark.sol";
import {HotLane} from "./HotLane.sol";
import {RateGuard} from "./RateGuard.sol";
import {SpendWindow} from "./SpendWindow.sol";

/// @title CageState
/// @notice What the cage remembers, packed for the path of `execute`.
library CageState {
    /// @dev A priced asset, or a receipt of one: three slots.
    struct Asset {
        address token;
        uint32 maxStalenessSeconds;
        bool isBase;
        uint8 scale; // token decimals + feed decimals
        uint8 underlying; // index plus one of the asset behind a receipt; 0 for a priced asset
        IPolicyCage.ReceiptKind kind;
        address feed;
        uint96 lastPrice; // last fresh price
        uint128 counted;
        uint128 capUsdc;
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
        address guardian;
        uint96 hotLaneUsdc;
    }

    /// @dev The counted part of a liquidity position.
    struct Claim {
        uint128 liquidity;
        uint128 owed0;
        uint128 owed1;
    }

    /// @dev A loosening that waits, or that the guardian dropped.
    struct Loosening {
        uint64 eta; // 0 when it does not wait
        bool isVetoable; // whether the guardian may drop it once only
        bool isVetoed;
    }

    struct State {
        Rules rules;
        Asset[] assets;
        mapping(address token => uint256 indexPlusOne) assetIndex;
        mapping(uint256 index => RateGuard.State) rates;
        mapping(address target => mapping(bytes4 selector => bool)) allowed;
        mapping(address target => uint256) selectorCount;
        mapping(address account => bool) recipients;
        mapping(bytes32 permitId => bool) permitUsed;
        mapping(bytes32 id => Loosening) queued;
        uint256[] positions;
        mapping(uint256 tokenId => Claim) claims;
        HighWaterMark.State mark;
        uint256 totalShares;
        uint256 lastValuePerShare;
        SpendWindow.State window;
        HotLane.State hotLane;
    }

    /// @dev What the cage was built with; a library cannot read the immutables of the contract that it runs in.
    struct Fixed {
        address wrappedNative;
        address positionManager;
    }

    /// @notice Caps are kept in 128 bits; the largest value means none.
    function clamp(uint256 capUsdc) internal pure returns (uint128) {
        return capUsdc > type(uint128).max ? type(uint128).max : uint128(capUsdc);
    }

    /// @notice The hot lane is kept in 96 bits; the largest value means none.
    function clampLane(uint256 hotLaneUsdc) internal pure returns (uint96) {
        return hotLaneUsdc > type(uint96).max ? type(uint96).max : uint96(hotLaneUsdc);
    }

    /// @notice The inverse of `clampLane`.
    function unclampLane(uint96 hotLaneUsdc) internal pure returns (uint256) {
        return hotLaneUsdc == type(uint96).max ? type(uint256).max : hotLaneUsdc;
    }

    /// @notice The inverse of `clamp`.
    function unclamp(uint128 capUsdc) internal pure returns (uint256) {
        return capUsdc == type(uint128).max ? type(uint256).max : capUsdc;
    }

    /// @notice Place of an approved token, plain or receipt.
    function indexOf(State storage self, address token) internal view returns (uint256) {
        uint256 indexPlusOne = self.assetIndex[token];
        if (indexPlusOne == 0) revert IPolicyCage.AssetNotAllowed(token);
        return indexPlusOne - 1;
    }

    /// @notice Place of an asset with a price and a cap of its own, which receipts have not.
    function pricedIndexOf(State storage self, address token) internal view returns (uint256 index) {
        index = indexOf(self, token);
        if (self.assets[index].underlying != 0) revert IPolicyCage.AssetNotAllowed(token);
    }
}
