// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPriceFeed} from "../interfaces/IPriceFeed.sol";
import {BoundedRead} from "./BoundedRead.sol";

/// @title PriceReader
/// @notice Reads a price feed defensively and turns token amounts into USDC base units (6 decimals).
library PriceReader {
    using Math for uint256;

    /// @notice The feed's price, and whether it may be relied upon.
    /// @dev Zero, negative, absurd (above 2^96), future-dated and stale answers are all "not fresh". An answer
    /// exactly `maxStalenessSeconds` old is still fresh.
    function read(address feed, uint256 maxStalenessSeconds)
        internal
        view
        returns (uint256 price, bool fresh)
    {
        (bool ok, bytes memory data) = BoundedRead.read(
            feed, abi.encodeCall(IPriceFeed.latestRoundData, ()), 5
        );
        if (!ok) return (0, false);
        (, uint256 answer,, uint256 updatedAt,) =
            abi.decode(data, (uint256, uint256, uint256, uint256, uint256));
        if (answer == 0 || answer > type(uint96).max) return (0, false);
        if (updatedAt == 0 || updatedAt > block.timestamp) return (0, false);
        if (block.timestamp - updatedAt > maxStalenessSeconds) return (0, false);
        return (answer, true);
    }

    /// @notice Value of `amount` in USDC base units; `unit` is 10^(token decimals + feed decimals).
    function value(uint256 amount, uint256 price, uint256 unit, Math.Rounding rounding)
        internal
        pure
        returns (uint256)
    {
        if (amount == 0 || price == 0) return 0;
        return amount.mulDiv(price * 1e6, unit, rounding);
    }
}
