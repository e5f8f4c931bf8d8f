// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title IPriceFeed
/// @notice The part of Chainlink's AggregatorV3Interface that the cage and the probe read.
interface IPriceFeed {
    /// @notice Decimals of `answer`.
    function decimals() external view returns (uint8);

    /// @notice The newest round.
    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound);
}
