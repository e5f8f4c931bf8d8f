// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @title ShareMath
/// @notice Value per share and drawdown. Shares have 18 decimals; the first USDC buys exactly one.
/// @dev Rounding always leaves the value per share where it is or a speck above, so that deposits and
/// withdrawals cannot produce a drawdown.
library ShareMath {
    uint256 internal constant ONE = 1e18;
    uint256 internal constant BPS = 10_000;

    /// @notice Value of one share, 18 decimals; 0 when there are none.
    function valuePerShare(uint256 navUsdc, uint256 shares) internal pure returns (uint256) {
        return shares == 0 ? 0 : Math.mulDiv(navUsdc, 1e30, shares);
    }

    /// @notice Shares for a deposit, rounded down. Without shares the deposit starts at `startPrice`.
    function toMint(uint256 valueUsdc, uint256 navUsdc, uint256 shares, uint256 startPrice)
        internal
        pure
        returns (uint256)
    {
        if (shares == 0) return Math.mulDiv(valueUsdc, 1e30, startPrice == 0 ? ONE : startPrice);
        return Math.mulDiv(valueUsdc, shares, navUsdc);
    }

    /// @notice Shares that a withdrawal burns, rounded up, at most all.
    function toBurn(uint256 valueUsdc, uint256 navUsdc, uint256 shares) internal pure returns (uint256) {
        if (valueUsdc >= navUsdc) return shares;
        return Math.mulDiv(valueUsdc, shares, navUsdc, Math.Rounding.Ceil);
    }

    /// @notice Drawdown in basis points, rounded up.
    function drawdownBps(uint256 price, uint256 highWaterMark) internal pure returns (uint256) {
        if (price >= highWaterMark) return 0;
        return Math.mulDiv(highWaterMark - price, BPS, highWaterMark, Math.Rounding.Ceil);
    }
}
