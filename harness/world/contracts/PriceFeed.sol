// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title PriceFeed
/// @notice MODEL CONTRACT, not a Chainlink deployment: a feed behind Chainlink's AggregatorV3Interface whose
/// answer anyone sets, so that a scenario can move, freeze or break a price. Rounds are kept.
contract PriceFeed {
    struct Round {
        int256 answer;
        uint256 startedAt;
        uint256 updatedAt;
    }

    /// @notice Decimals of the answers.
    uint8 public immutable decimals;
    /// @notice Interface version, as Chainlink counts it.
    uint256 public constant version = 4;
    /// @notice Name of the pair, e.g. "ETH / USD".
    string public description;
    /// @notice Id of the newest round; the first is 1.
    uint80 public latestRound;

    mapping(uint80 => Round) private _rounds;

    /// @notice A new answer, as Chainlink's aggregators announce it.
    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    /// @notice There is no such round.
    error NoDataPresent(uint80 roundId);

    /// @param decimals_ Decimals of the answers.
    /// @param description_ Name of the pair.
    /// @param answer First answer, dated now.
    constructor(uint8 decimals_, string memory description_, int256 answer) {
        decimals = decimals_;
        description = description_;
        _push(answer, block.timestamp);
    }

    /// @notice Opens a round with any answer and any date: zero, negative, stale and future ones included.
    function setAnswer(int256 answer, uint256 updatedAt) external {
        _push(answer, updatedAt);
    }

    /// @notice The newest answer (AggregatorInterface).
    function latestAnswer() external view returns (int256) {
        return _rounds[latestRound].answer;
    }

    /// @notice The date of the newest answer (AggregatorInterface).
    function latestTimestamp() external view returns (uint256) {
        return _rounds[latestRound].updatedAt;
    }

    /// @notice The newest round.
    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return _read(latestRound);
    }

    /// @notice A round of the past; reverts for one that never was.
    function getRoundData(uint80 roundId) external view returns (uint80, int256, uint256, uint256, uint80) {
        if (roundId == 0 || roundId > latestRound) revert NoDataPresent(roundId);
        return _read(roundId);
    }

    function _read(uint80 roundId) private view returns (uint80, int256, uint256, uint256, uint80) {
        Round storage round = _rounds[roundId];
        return (roundId, round.answer, round.startedAt, round.updatedAt, roundId);
    }

    function _push(int256 answer, uint256 updatedAt) private {
        uint80 roundId = ++latestRound;
        _rounds[roundId] = Round(answer, updatedAt, updatedAt);
        emit AnswerUpdated(answer, roundId, updatedAt);
    }
}
