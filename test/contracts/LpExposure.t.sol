// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {TickMath} from "@uniswap/v4-core/src/libraries/TickMath.sol";
import {LpExposure} from "../../tools/contracts/libraries/LpExposure.sol";

/// @notice Prices and amounts of a position, at the ends of the range too.
contract LpExposureTest is Test {
    function test_I33_sqrtPrice() public pure {
        assertEq(LpExposure.sqrtPriceX96(1, 1), 1 << 96);
        assertEq(LpExposure.sqrtPriceX96(4, 1), 2 << 96);
        assertEq(LpExposure.sqrtPriceX96(1, 4), 1 << 95);
        // The wide branch, with 32 bits less.
        assertEq(LpExposure.sqrtPriceX96(1 << 64, 1), 1 << 128);
        assertEq(LpExposure.sqrtPriceX96(1 << 126, 1), 1 << 159);
    }

    function test_I33_sqrtPrice_limits() public pure {
        assertEq(LpExposure.sqrtPriceX96(0, 1), TickMath.MIN_SQRT_PRICE);
        assertEq(LpExposure.sqrtPriceX96(1, 0), TickMath.MAX_SQRT_PRICE);
        assertEq(LpExposure.sqrtPriceX96(1, 1e40), TickMath.MIN_SQRT_PRICE);
        assertEq(LpExposure.sqrtPriceX96(1, 1e40), TickMath.MIN_SQRT_PRICE);
        assertEq(LpExposure.sqrtPriceX96(1 << 127, 1), TickMath.MAX_SQRT_PRICE);
        assertLt(LpExposure.sqrtPriceX96((1 << 127) - 1, 1), TickMath.MAX_SQRT_PRICE);
    }

    function test_I8_I33_amounts() public pure {
        (uint256 amount0, uint256 amount1) = LpExposure.amounts(1 << 96, -60, 60, 2e18);
        assertEq(amount0, amount1);
        (amount0, amount1) = LpExposure.amounts(1 << 96, 60, 120, 1e18);
        assertGt(amount0, 0);
        assertEq(amount1, 0);
        (amount0, amount1) = LpExposure.amounts(1 << 96, -120, -60, 1e18);
        assertEq(amount0, 0);
        assertGt(amount1, 0);
    }
}
