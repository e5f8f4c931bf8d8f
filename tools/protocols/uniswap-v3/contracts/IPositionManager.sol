// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title IPositionManager
/// @notice The part of Uniswap V3's NonfungiblePositionManager that its reader reads.
interface IPositionManager {
    /// @notice The state of one liquidity position; reverts for an unknown or burned id.
    function positions(uint256 tokenId)
        external
        view
        returns (
            uint96 nonce,
            address operator,
            address token0,
            address token1,
            uint24 fee,
            int24 tickLower,
            int24 tickUpper,
            uint128 liquidity,
            uint256 feeGrowthInside0LastX128,
            uint256 feeGrowthInside1LastX128,
            uint128 tokensOwed0,
            uint128 tokensOwed1
        );

    /// @notice The owner of a position; reverts for an unknown or burned id.
    function ownerOf(uint256 tokenId) external view returns (address);
}
