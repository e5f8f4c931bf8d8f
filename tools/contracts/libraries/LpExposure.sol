// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {TickMath} from "@uniswap/v4-core/src/libraries/TickMath.sol";

/// @title LpExposure
/// @notice What a concentrated-liquidity position holds at the price of the *feeds*.
/// @dev The pool's spot price is never read: moving the pool moves neither value nor verdict. At a given
/// price the holdings on the curve are the cheapest point of the curve (Uniswap V3 whitepaper, section 6.2), so
/// that taking liquidity out at any spot never shows as a loss.
library LpExposure {
    uint256 private constant Q96 = 1 << 96;

    /// @notice The pool's square-root price if the pool traded at the feed prices, which are for one base unit.
    /// @dev An unknown price (0) moves the whole position into the unknown token, which is worth nothing to the cage.
    function sqrtPriceX96(uint256 price0, uint256 price1) internal pure returns (uint160) {
        if (price0 == 0) return TickMath.MIN_SQRT_PRICE;
        if (price1 == 0) return TickMath.MAX_SQRT_PRICE;
        // Beyond, the price is above the highest tick's by far.
        if (price0 / price1 >= 1 << 127) return TickMath.MAX_SQRT_PRICE;
        uint256 shift = price0 / price1 < 1 << 63 ? 192 : 128;
        uint256 root = Math.sqrt(Math.mulDiv(price0, 1 << shift, price1)) << (192 - shift) / 2;
        if (root < TickMath.MIN_SQRT_PRICE) return TickMath.MIN_SQRT_PRICE;
        return uint160(root);
    }

    /// @notice Amounts of both tokens in a position at a square-root price, rounded down.
    function amounts(uint160 sqrtPrice, int24 tickLower, int24 tickUpper, uint256 liquidity)
        internal
        pure
        returns (uint256 amount0, uint256 amount1)
    {
        if (liquidity == 0) return (0, 0);
        uint256 lower = TickMath.getSqrtPriceAtTick(tickLower);
        uint256 upper = TickMath.getSqrtPriceAtTick(tickUpper);
        uint256 at = sqrtPrice < lower ? lower : sqrtPrice > upper ? upper : sqrtPrice;
        if (at < upper) amount0 = Math.mulDiv(liquidity << 96, upper - at, upper) / at;
        if (at > lower) amount1 = Math.mulDiv(liquidity, at - lower, Q96);
    }
}
