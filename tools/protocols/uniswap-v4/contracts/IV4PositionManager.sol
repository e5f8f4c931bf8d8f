// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @notice What identifies a pool (v4-core `PoolKey.sol`); the zero address is the native coin, or no hook.
struct PoolKey {
    address currency0;
    address currency1;
    uint24 fee;
    int24 tickSpacing;
    address hooks;
}

/// @title IPoolManagerState
/// @notice The part of Uniswap V4's PoolManager that says what it keeps (v4-core `IExtsload.sol`).
interface IPoolManagerState {
    /// @notice Values of `count` slots of its storage, from `start` on.
    function extsload(bytes32 start, uint256 count) external view returns (bytes32[] memory values);
}

/// @title IV4PositionManager
/// @notice The part of Uniswap V4's PositionManager that counting its positions needs.
interface IV4PositionManager {
    /// @notice Where the pools are.
    function poolManager() external view returns (IPoolManagerState);

    /// @notice Carries out actions within one unlock of the pool manager.
    function modifyLiquidities(bytes calldata unlockData, uint256 deadline) external payable;

    /// @notice The number that the next position gets.
    function nextTokenId() external view returns (uint256);

    /// @notice Whose a position is; it reverts for one that is burned.
    function ownerOf(uint256 tokenId) external view returns (address);

    /// @notice A position's pool, and its range as `PositionInfoLibrary` packs it; zeros for one that is burned.
    function getPoolAndPositionInfo(uint256 tokenId) external view returns (PoolKey memory, uint256 info);

    /// @notice Liquidity of a position.
    function getPositionLiquidity(uint256 tokenId) external view returns (uint128);
}
