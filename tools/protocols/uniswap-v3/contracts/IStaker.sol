// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title IStaker
/// @notice The part of Uniswap's UniswapV3Staker that the reader of positions reads.
interface IStaker {
    /// @notice Who deposited a position, in how many incentives it is staked, and its range; zeros where it is not there.
    function deposits(uint256 tokenId)
        external
        view
        returns (address owner, uint48 numberOfStakes, int24 tickLower, int24 tickUpper);
}
