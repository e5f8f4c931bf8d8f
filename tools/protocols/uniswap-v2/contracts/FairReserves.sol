// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @title FairReserves
/// @notice What liquidity of a constant-product pair is worth whatever trades bent its reserves.
/// @dev A trade leaves the product k of the reserves as it is, but for its fee. At prices p0 and p1 a pair with this k
/// that trades at them holds sqrt(k · p1 / p0) and sqrt(k · p0 / p1) (Alpha Finance, "Fair Uniswap's LP token pricing"),
/// and of all reserves with this k no others are worth less: taking liquidity out at any spot never shows as a loss.
library FairReserves {
    uint256 private constant Q96 = 1 << 96;

    /// @notice Both amounts of a share of a pair, where the roots of their product is `root`, rounded down. Prices are for
    /// one base unit.
    /// @dev While a price is not known all of it is of that token, which is worth nothing to the cage.
    function amounts(uint256 root, uint256 price0, uint256 price1)
        internal
        pure
        returns (uint256 amount0, uint256 amount1)
    {
        if (price0 == 0) return (root, 0);
        if (price1 == 0) return (0, root);
        uint256 ratio = sqrtRatioX96(price0, price1);
        // Beyond 2^-96 one token is worth nothing beside the other.
        if (ratio == 0) return (root, 0);
        return (Math.mulDiv(root, Q96, ratio), Math.mulDiv(root, ratio, Q96));
    }

    /// @notice The square root of how much of the second token one of the first is worth, times 2^96.
    function sqrtRatioX96(uint256 price0, uint256 price1) internal pure returns (uint256) {
        uint256 shift = price0 / price1 < 1 << 63 ? 192 : 64;
        return Math.sqrt(Math.mulDiv(price0, 1 << shift, price1)) << (192 - shift) / 2;
    }
}
