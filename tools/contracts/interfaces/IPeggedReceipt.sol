// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title IPeggedReceipt
/// @notice The part of Aave's aTokens and debt tokens that the cage reads beyond ERC-20.
interface IPeggedReceipt {
    /// @notice The asset that the token stands for, one to one.
    function UNDERLYING_ASSET_ADDRESS() external view returns (address);
}
