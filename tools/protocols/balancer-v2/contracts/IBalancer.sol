// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title IBalancerVault
/// @notice The part of Balancer's Vault that its reader and its checker know (v2-interfaces `IVault.sol`).
interface IBalancerVault {
    struct SingleSwap {
        bytes32 poolId;
        uint8 kind;
        address assetIn;
        address assetOut;
        uint256 amount;
        bytes userData;
    }

    struct BatchSwapStep {
        bytes32 poolId;
        uint256 assetInIndex;
        uint256 assetOutIndex;
        uint256 amount;
        bytes userData;
    }

    struct FundManagement {
        address sender;
        bool fromInternalBalance;
        address recipient;
        bool toInternalBalance;
    }

    /// @dev A join and an exit have the same form: `amounts` are the most that go in or the least that come out.
    struct PoolRequest {
        address[] assets;
        uint256[] amounts;
        bytes userData;
        bool useInternalBalance;
    }

    struct UserBalanceOp {
        uint8 kind;
        address asset;
        uint256 amount;
        address sender;
        address recipient;
    }

    /// @notice Swap in one pool.
    function swap(
        SingleSwap calldata singleSwap,
        FundManagement calldata funds,
        uint256 limit,
        uint256 deadline
    ) external payable returns (uint256);

    /// @notice Swap along several pools.
    function batchSwap(
        uint8 kind,
        BatchSwapStep[] calldata swaps,
        address[] calldata assets,
        FundManagement calldata funds,
        int256[] calldata limits,
        uint256 deadline
    ) external payable returns (int256[] memory);

    /// @notice Give tokens for shares of a pool.
    function joinPool(bytes32 poolId, address sender, address recipient, PoolRequest calldata request)
        external
        payable;

    /// @notice Give shares of a pool for tokens.
    function exitPool(bytes32 poolId, address sender, address recipient, PoolRequest calldata request)
        external;

    /// @notice Move tokens into and out of balances inside of the Vault.
    function manageUserBalance(UserBalanceOp[] calldata ops) external payable;

    /// @notice What an account has inside of the Vault.
    function getInternalBalance(address user, address[] calldata tokens)
        external
        view
        returns (uint256[] memory);

    /// @notice What a pool holds.
    function getPoolTokens(bytes32 poolId)
        external
        view
        returns (address[] memory tokens, uint256[] memory balances, uint256 lastChangeBlock);

    /// @notice What takes the protocol's fees.
    function getProtocolFeesCollector() external view returns (IBalancerFees);
}

/// @title IBalancerFees
/// @notice The part of the ProtocolFeesCollector that the reader reads.
interface IBalancerFees {
    /// @notice The protocol's part of what swaps pay, of 1e18.
    function getSwapFeePercentage() external view returns (uint256);
}

/// @title IBalancerPool
/// @notice The part of a pool that the reader reads; its shares are a token of 18 decimals.
interface IBalancerPool {
    /// @notice Under what the Vault knows it.
    function getPoolId() external view returns (bytes32);

    /// @notice Shares of an account.
    function balanceOf(address account) external view returns (uint256);

    /// @notice All shares.
    function totalSupply() external view returns (uint256);

    /// @notice Weights of its tokens, together 1e18.
    function getNormalizedWeights() external view returns (uint256[] memory);

    /// @notice The product of its balances to the power of their weights, all with 18 decimals.
    function getInvariant() external view returns (uint256);

    /// @notice The same after the last join or exit.
    function getLastInvariant() external view returns (uint256);

    /// @notice The invariant of a stable pool for one share, with 18 decimals, what is due as fees taken off.
    function getRate() external view returns (uint256);
}
