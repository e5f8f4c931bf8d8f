// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

struct MarketParams {
    address loanToken;
    address collateralToken;
    address oracle;
    address irm;
    uint256 lltv;
}

struct Market {
    uint128 totalSupplyAssets;
    uint128 totalSupplyShares;
    uint128 totalBorrowAssets;
    uint128 totalBorrowShares;
    uint128 lastUpdate;
    uint128 fee;
}

struct Position {
    uint256 supplyShares;
    uint128 borrowShares;
    uint128 collateral;
}

/// @title IMorpho
/// @notice The part of Morpho Blue that counting and checking need (morpho-blue `IMorpho.sol`).
interface IMorpho {
    function market(bytes32 id) external view returns (Market memory);
    function position(bytes32 id, address user) external view returns (Position memory);
    function idToMarketParams(bytes32 id) external view returns (MarketParams memory);

    function supply(
        MarketParams calldata,
        uint256 assets,
        uint256 shares,
        address onBehalf,
        bytes calldata data
    ) external;
    function withdraw(
        MarketParams calldata,
        uint256 assets,
        uint256 shares,
        address onBehalf,
        address receiver
    ) external;
    function borrow(MarketParams calldata, uint256 assets, uint256 shares, address onBehalf, address receiver)
        external;
    function repay(
        MarketParams calldata,
        uint256 assets,
        uint256 shares,
        address onBehalf,
        bytes calldata data
    ) external;
    function supplyCollateral(MarketParams calldata, uint256 assets, address onBehalf, bytes calldata data)
        external;
    function withdrawCollateral(MarketParams calldata, uint256 assets, address onBehalf, address receiver)
        external;
    function liquidate(
        MarketParams calldata,
        address borrower,
        uint256 seizedAssets,
        uint256 repaidShares,
        bytes calldata data
    ) external;
    function setAuthorization(address authorized, bool newIsAuthorized) external;
    function accrueInterest(MarketParams calldata) external;
    function createMarket(MarketParams calldata) external;
}

/// @title IIrm
/// @notice Where a market's interest comes from (morpho-blue `IIrm.sol`).
interface IIrm {
    function borrowRateView(MarketParams calldata, Market calldata) external view returns (uint256);
}

/// @title IOracle
/// @notice What a market's collateral is priced by (morpho-blue `IOracle.sol`).
interface IOracle {
    function price() external view returns (uint256);
}
