// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @title FairShares
/// @notice What shares of a pool hold at the price of the *feeds*, from the pool's invariant alone.
/// @dev What a swap moves leaves the invariant as it is, but for the fee: moving the pool moves neither value nor verdict.
/// At given prices both are the least that a pool of that invariant can be worth.
library FairShares {
    uint256 private constant ONE = 1 << 96;
    uint256 private constant WAD = 1e18;
    /// @dev Ratios of prices beyond this are cut off.
    uint256 private constant MOST_RATIO = 1 << 156;
    uint256 private constant LEAST_RATIO = 1 << 36;
    /// @dev Binary digits of a weight that are looked at.
    uint256 private constant DIGITS = 40;

    /// @notice Balances of a pool of two tokens with weights whose product is `invariant`, where it trades at the feeds'
    /// prices (Balancer whitepaper, equations 1 and 2), all with 18 decimals, rounded down.
    /// @param prices Of a unit of 18 decimals, in any scale; of an unknown one (0) the pool holds everything.
    function weighted(uint256 invariant, uint256 weight0, uint256[2] memory prices)
        internal
        pure
        returns (uint256 amount0, uint256 amount1)
    {
        if (prices[0] == 0) return (invariant, 0);
        if (prices[1] == 0) return (0, invariant);
        uint256 ratio = Math.mulDiv(weight0 * prices[1], ONE, (WAD - weight0) * prices[0]);
        ratio = Math.min(Math.max(ratio, LEAST_RATIO), MOST_RATIO);
        uint256 root = powerUp(ratio, weight0);
        return (Math.mulDiv(invariant, ratio, root), Math.mulDiv(invariant, ONE, root));
    }

    /// @notice `base` to the power of `exponent` (of 1e18, below it), of 2^96, rounded up by less than one part in 2^31.
    /// @dev Square roots, one for each binary digit of the exponent.
    function powerUp(uint256 base, uint256 exponent) internal pure returns (uint256 power) {
        power = ONE;
        for (uint256 i; i < DIGITS; ++i) {
            base = Math.sqrt(base * ONE);
            exponent *= 2;
            if (exponent < WAD) continue;
            exponent -= WAD;
            power = Math.mulDiv(power, base, ONE);
        }
        // More than the digits that are left out, and all that was rounded down.
        return power + (power >> 32) + 1;
    }

    /// @notice Balances of a stable pool, with 18 decimals, that together are worth its invariant in the cheapest token: the
    /// least sum of balances of an invariant is the invariant (StableSwap whitepaper), rounded down.
    /// @param prices Of a unit of 18 decimals, in any scale; of an unknown one (0) the pool holds everything.
    function stable(uint256 invariant, uint256[] memory prices)
        internal
        pure
        returns (uint256[] memory amounts)
    {
        amounts = new uint256[](prices.length);
        uint256 least = type(uint256).max;
        for (uint256 i; i < prices.length; ++i) {
            if (prices[i] == 0) {
                amounts[i] = invariant;
                return amounts;
            }
            least = Math.min(least, prices[i]);
        }
        for (uint256 i; i < prices.length; ++i) {
            amounts[i] = Math.mulDiv(invariant, least, prices.length * prices[i]);
        }
    }
}
