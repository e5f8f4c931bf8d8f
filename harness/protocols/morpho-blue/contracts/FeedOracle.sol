// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

interface IFeed {
    function decimals() external view returns (uint8);
    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80);
}

/// @title FeedOracle
/// @notice MODEL CONTRACT: what MorphoChainlinkOracleV2 does with one feed a side (morpho-blue-oracles). It reads the
/// newest answers whatever their age, refuses negative ones, and fails on a zero for the loan token.
contract FeedOracle {
    /// @notice Feed of the collateral token, in USD.
    IFeed public immutable BASE_FEED_1;
    /// @notice Feed of the loan token, in USD.
    IFeed public immutable QUOTE_FEED_1;
    /// @notice Brings the ratio of two answers to what `price` is given in.
    uint256 public immutable SCALE_FACTOR;

    constructor(IFeed baseFeed, uint256 baseTokenDecimals, IFeed quoteFeed, uint256 quoteTokenDecimals) {
        BASE_FEED_1 = baseFeed;
        QUOTE_FEED_1 = quoteFeed;
        SCALE_FACTOR =
            10 ** (36 + quoteTokenDecimals + quoteFeed.decimals() - baseTokenDecimals - baseFeed.decimals());
    }

    /// @notice Base units of the loan token for one of the collateral token, scaled by 1e36.
    function price() external view returns (uint256) {
        return SCALE_FACTOR * _read(BASE_FEED_1) / _read(QUOTE_FEED_1);
    }

    function _read(IFeed feed) private view returns (uint256) {
        (, int256 answer,,,) = feed.latestRoundData();
        require(answer >= 0, "negative answer");
        return uint256(answer);
    }
}
