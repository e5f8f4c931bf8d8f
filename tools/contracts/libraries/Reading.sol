// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPositionReader} from "../interfaces/IPositionReader.sol";
import {Leg, Lot} from "../interfaces/Position.sol";
import {PriceReader} from "./PriceReader.sol";

/// @title Reading
/// @notice Asks a reader, and puts its answer into the cage's terms.
/// @dev Linked into the cage, which reaches it by *static call* under a gas bound (`Meter`), so that whatever a reader
/// does (revert, burn gas, answer nonsense or megabytes) is one failed call, and what comes back is well formed and small.
library Reading {
    uint256 private constant MAX_LOTS = 4;
    uint256 private constant MAX_TOKENS = 8;
    uint256 private constant MAX_KEYS = 16;

    /// @dev A lot in terms of the cage: legs by place of their asset. A lot without units says nothing but its index.
    struct Part {
        uint256 units;
        uint256 index;
        bool isLeaving;
        bool isDebt;
        uint256 valueUsdc; // of assets rounded down, of debt rounded up
        uint256[] assets;
        uint256[] amounts;
    }

    /// @dev The reader's answer makes no sense.
    error Nonsense();

    /// @notice A position; reverts when it cannot be read.
    /// @param assets The cage's assets, and `prices` theirs.
    function holdings(
        address reader,
        address account,
        bytes32 key,
        address[] calldata assets,
        uint256[] calldata prices
    ) external view returns (bytes32 place, uint256 health, Part[] memory parts) {
        address[] memory tokens = IPositionReader(reader).tokens(key);
        if (tokens.length > MAX_TOKENS) revert Nonsense();
        uint256[] memory asked = new uint256[](tokens.length);
        for (uint256 i; i < tokens.length; ++i) {
            uint256 at = _find(assets, tokens[i]);
            if (at < assets.length) asked[i] = prices[at];
        }
        Lot[] memory lots;
        (place, health, lots) = IPositionReader(reader).holdings(account, key, asked);
        if (lots.length > MAX_LOTS) revert Nonsense();
        parts = new Part[](lots.length);
        for (uint256 i; i < lots.length; ++i) {
            if (lots[i].units != 0) _translate(parts[i], lots[i], assets, prices);
            else if (lots[i].index <= type(uint128).max) parts[i].index = lots[i].index;
        }
    }

    /// @notice What `touched` wants to know of the time before the call.
    function mark(address reader, address account, bytes calldata data) external view returns (bytes32) {
        return IPositionReader(reader).mark(account, data);
    }

    /// @notice The keys that a call touched; reverts when they cannot be read.
    function touched(
        address reader,
        address account,
        bytes32 mark_,
        bytes calldata data,
        bytes calldata result
    ) external view returns (bytes32[] memory keys) {
        keys = IPositionReader(reader).touched(account, mark_, data, result);
        if (keys.length > MAX_KEYS) revert Nonsense();
    }

    /// @dev An asset that the cage does not know is worth nothing to it; a debt in one has no bound.
    function _translate(
        Part memory part,
        Lot memory lot,
        address[] calldata assets,
        uint256[] calldata prices
    ) private pure {
        uint256 count = lot.legs.length;
        if (count > MAX_TOKENS || lot.units > type(uint128).max) revert Nonsense();
        if (lot.index > type(uint128).max) revert Nonsense();
        // What is worth nothing any more has the least index, so that what it was worth is never divided by zero.
        part.index = Math.max(lot.index, 1);
        (part.units, part.isLeaving) = (lot.units, lot.claimableFrom != 0);
        part.isDebt = count != 0 && lot.legs[0].amount < 0;
        // What leaves may grow within an exit, and debt may not.
        if (part.isDebt && part.isLeaving) revert Nonsense();
        (part.assets, part.amounts) = (new uint256[](count), new uint256[](count));
        for (uint256 i; i < count; ++i) {
            Leg memory leg = lot.legs[i];
            if (leg.amount < 0 != part.isDebt || (leg.amount != 0 && lot.index == 0)) revert Nonsense();
            uint256 at = _find(assets, leg.token);
            if (at == assets.length) {
                if (part.isDebt) revert Nonsense();
                continue;
            }
            uint256 amount = part.isDebt ? uint256(-leg.amount) : uint256(leg.amount);
            if (amount > type(uint128).max) revert Nonsense();
            (part.assets[i], part.amounts[i]) = (at, amount);
            part.valueUsdc += PriceReader.value(
                amount, prices[at], part.isDebt ? Math.Rounding.Ceil : Math.Rounding.Floor
            );
        }
        if (part.valueUsdc > type(uint112).max) revert Nonsense();
    }

    function _find(address[] calldata assets, address token) private pure returns (uint256 at) {
        while (at < assets.length && assets[at] != token) ++at;
    }
}
