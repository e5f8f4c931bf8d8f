// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {BoundedRead} from "./BoundedRead.sol";

/// @title RateGuard
/// @notice What one vault share is worth in its underlying, and how much of that may be believed.
/// @dev A donation to a vault, or a manipulated vault, lifts the rate at once; interest lifts it slowly. Above the
/// highest rate booked so far, only a growth of `MAX_GROWTH_BPS_PER_YEAR` counts; falls count at once.
library RateGuard {
    /// @dev Rates are underlying base units for 1e24 share base units.
    uint256 internal constant SCALE = 1e24;
    uint256 internal constant MAX_GROWTH_BPS_PER_YEAR = 10_000;

    struct State {
        uint192 rate; // highest rate booked
        uint64 at;
    }

    /// @notice The vault's own rate, and whether it could be read.
    function read(address vault) internal view returns (bool ok, uint256 rate) {
        (ok, rate) = BoundedRead.readUint(vault, abi.encodeCall(IERC4626.convertToAssets, (SCALE)));
        if (rate > type(uint128).max) return (false, 0);
    }

    /// @notice The part of a rate that counts.
    function guarded(State storage self, uint256 rate) internal view returns (uint256) {
        uint256 base = self.rate;
        uint256 growth = base * (block.timestamp - self.at) * MAX_GROWTH_BPS_PER_YEAR / (365 days * 10_000);
        return Math.min(rate, base + growth);
    }

    /// @notice Books a guarded rate. Below the highest one no time accrues: a vault that lost may recover at once.
    function book(State storage self, uint256 rate) internal {
        if (rate > self.rate) self.rate = uint192(rate);
        if (self.at != block.timestamp) self.at = uint64(block.timestamp);
    }

    /// @notice Underlying for an amount of shares, rounded down.
    function toUnderlying(uint256 shares, uint256 rate) internal pure returns (uint256) {
        return Math.mulDiv(shares, rate, SCALE);
    }
}
