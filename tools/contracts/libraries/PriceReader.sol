// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPriceFeed} from "../interfaces/IPriceFeed.sol";
import {BoundedRead} from "./BoundedRead.sol";

/// @title PriceReader
/// @notice Reads a price feed defensively and turns token amounts into USDC base units (6 decimals).
/// @dev A price is USD with 36 decimals for one base unit of the token, which is exact for every feed.
library PriceReader {
    using Math for uint256;

    /// @dev From base units times price to USDC base units.
    uint256 private constant SCALE = 1e30;

    /// @notice The feed's answer, and whether it may be relied upon.
    /// @dev Zero, negative, absurd (above 2^96), future-dated and stale answers are all "not fresh". An answer
    /// exactly `maxStalenessSeconds` old is still fresh.
    function read(address feed, uint256 maxStalenessSeconds)
        internal
        view
        returns (uint256 answer, bool fresh)
    {
        (bool ok, bytes memory data) =
            BoundedRead.read(feed, abi.encodeCall(IPriceFeed.latestRoundData, ()), 5);
        if (!ok) return (0, false);
        uint256 updatedAt;
        (, answer,, updatedAt,) = abi.decode(data, (uint256, uint256, uint256, uint256, uint256));
        if (answer == 0 || answer > type(uint96).max) return (0, false);
        if (updatedAt == 0 || updatedAt > block.timestamp) return (0, false);
        if (block.timestamp - updatedAt > maxStalenessSeconds) return (0, false);
        return (answer, true);
    }

    /// @notice The price that an answer stands for; `scale` is token decimals + feed decimals.
    function toPrice(uint256 answer, uint8 scale) internal pure returns (uint256) {
        return answer * 10 ** (36 - scale);
    }

    /// @notice Value of `amount` base units in USDC base units.
    function value(uint256 amount, uint256 price, Math.Rounding rounding) internal pure returns (uint256) {
        if (amount == 0 || price == 0) return 0;
        return amount.mulDiv(price, SCALE, rounding);
    }
}
