// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title IAavePool
/// @notice The part of Aave V3's Pool (v3.0.2) that its reader and its checker know.
interface IAavePool {
    /// @notice The reserve of an asset, empty for one that is not listed: `DataTypes.ReserveData`, whose fifteen members
    /// take a word each. The ninth is its aToken, the eleventh its variable debt token.
    function getReserveData(address asset) external view returns (uint256[15] memory);

    /// @notice What one scaled unit of a supply is worth now, in ray; it grows by the Pool's own rate.
    function getReserveNormalizedIncome(address asset) external view returns (uint256);

    /// @notice What one scaled unit of a variable debt is worth now, in ray.
    function getReserveNormalizedVariableDebt(address asset) external view returns (uint256);

    /// @notice An account's totals; its health factor comes last, in wad.
    function getUserAccountData(address user)
        external
        view
        returns (
            uint256 totalCollateralBase,
            uint256 totalDebtBase,
            uint256 availableBorrowsBase,
            uint256 currentLiquidationThreshold,
            uint256 ltv,
            uint256 healthFactor
        );

    /// @notice What an account uses: two bits a reserve, the lower one of which says that it owes some of it
    /// (`DataTypes.UserConfigurationMap`).
    function getUserConfiguration(address user) external view returns (uint256);

    function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode) external;

    function withdraw(address asset, uint256 amount, address to) external returns (uint256);

    function borrow(
        address asset,
        uint256 amount,
        uint256 interestRateMode,
        uint16 referralCode,
        address onBehalfOf
    ) external;

    function repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf)
        external
        returns (uint256);

    function repayWithATokens(address asset, uint256 amount, uint256 interestRateMode)
        external
        returns (uint256);

    function setUserUseReserveAsCollateral(address asset, bool useAsCollateral) external;

    function setUserEMode(uint8 categoryId) external;

    function liquidationCall(
        address collateralAsset,
        address debtAsset,
        address user,
        uint256 debtToCover,
        bool receiveAToken
    ) external;
}

/// @title IAaveGateway
/// @notice The part of WrappedTokenGatewayV3 that the checker knows.
interface IAaveGateway {
    function depositETH(address pool, address onBehalfOf, uint16 referralCode) external payable;
}

/// @title IAaveRewards
/// @notice The part of RewardsController that the checker knows.
interface IAaveRewards {
    function claimAllRewards(address[] calldata assets, address to)
        external
        returns (address[] memory rewardsList, uint256[] memory claimedAmounts);
}

/// @title IAaveScaledToken
/// @notice The part of aTokens and variable debt tokens that the reader knows.
interface IAaveScaledToken {
    /// @notice What an account has or owes, in units that only acts change.
    function scaledBalanceOf(address user) external view returns (uint256);
}
