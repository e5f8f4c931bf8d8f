// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ICageErrors} from "../../../contracts/interfaces/ICageErrors.sol";
import {ICallChecker} from "../../../contracts/interfaces/ICallChecker.sol";
import {Pledge} from "../../../contracts/interfaces/Position.sol";
import {IBalancerVault} from "./IBalancer.sol";

/// @title BalancerChecker
/// @notice Lets an account swap, join, leave and keep tokens in the Vault for itself alone, each out of its wallet and into it.
contract BalancerChecker is ICallChecker {
    uint256 private constant EXACT_TOKENS_IN = 1;
    uint256 private constant EXACT_SHARES_FOR_ONE_TOKEN = 0;
    uint256 private constant WEIGHTED_EXACT_SHARES_FOR_ALL = 1;
    uint256 private constant STABLE_EXACT_SHARES_FOR_ALL = 2;
    /// @dev In proportion, whatever the pool is and while it is paused; it takes this in recovery mode alone.
    uint256 private constant EXACT_SHARES_BY_RECOVERY = 255;
    uint8 private constant WITHDRAW_INTERNAL = 1;

    /// @notice The Vault.
    address public immutable VAULT;

    constructor(address vault) {
        VAULT = vault;
    }

    /// @inheritdoc ICallChecker
    function check(address account, uint256 value, bytes calldata data)
        external
        view
        returns (bool revokes, Pledge[] memory pledges)
    {
        if (value != 0) revert ICageErrors.NativeNotAllowed();
        bytes4 selector = bytes4(data);
        if (selector == IBalancerVault.swap.selector) {
            _checkSwap(account, data);
        } else if (selector == IBalancerVault.batchSwap.selector) {
            _checkBatch(account, data);
        } else if (selector == IBalancerVault.joinPool.selector) {
            (, uint256 kind) = _checkRequest(account, data);
            if (kind != EXACT_TOKENS_IN) revert ICageErrors.TargetNotAllowed(VAULT, selector);
        } else if (selector == IBalancerVault.exitPool.selector) {
            (bytes32 poolId, uint256 kind) = _checkRequest(account, data);
            if (
                kind != EXACT_SHARES_FOR_ONE_TOKEN && kind != EXACT_SHARES_BY_RECOVERY
                    && kind != _forAll(poolId)
            ) {
                revert ICageErrors.TargetNotAllowed(VAULT, selector);
            }
        } else if (selector == IBalancerVault.manageUserBalance.selector) {
            _checkBalances(account, data);
        } else {
            revert ICageErrors.TargetNotAllowed(VAULT, selector);
        }
        return (false, new Pledge[](0));
    }

    function _checkSwap(address account, bytes calldata data) private view {
        (IBalancerVault.SingleSwap memory step, IBalancerVault.FundManagement memory funds,,) =
            abi.decode(data[4:], (IBalancerVault.SingleSwap, IBalancerVault.FundManagement, uint256, uint256));
        _checkFunds(account, funds);
        _checkAsset(step.assetIn, step.poolId);
        _checkAsset(step.assetOut, step.poolId);
    }

    function _checkBatch(address account, bytes calldata data) private view {
        (
            ,
            IBalancerVault.BatchSwapStep[] memory steps,
            address[] memory assets,
            IBalancerVault.FundManagement memory funds,,
        ) = abi.decode(
            data[4:],
            (
                uint8,
                IBalancerVault.BatchSwapStep[],
                address[],
                IBalancerVault.FundManagement,
                int256[],
                uint256
            )
        );
        _checkFunds(account, funds);
        for (uint256 i; i < assets.length; ++i) {
            _checkAsset(assets[i], 0);
            for (uint256 j; j < steps.length; ++j) {
                _checkAsset(assets[i], steps[j].poolId);
            }
        }
    }

    function _checkRequest(address account, bytes calldata data)
        private
        view
        returns (bytes32 poolId, uint256 kind)
    {
        address sender;
        address recipient;
        IBalancerVault.PoolRequest memory request;
        (poolId, sender, recipient, request) =
            abi.decode(data[4:], (bytes32, address, address, IBalancerVault.PoolRequest));
        _only(account, sender);
        _only(account, recipient);
        if (request.useInternalBalance) revert ICageErrors.RecipientNotAllowed(VAULT);
        for (uint256 i; i < request.assets.length; ++i) {
            if (request.assets[i] == address(0)) revert ICageErrors.NativeNotAllowed();
        }
        kind = abi.decode(request.userData, (uint256));
    }

    function _checkBalances(address account, bytes calldata data) private view {
        IBalancerVault.UserBalanceOp[] memory ops = abi.decode(data[4:], (IBalancerVault.UserBalanceOp[]));
        for (uint256 i; i < ops.length; ++i) {
            // Deposits and withdrawals; transfers would go to others, or take by allowances that were given for something else.
            if (ops[i].kind > WITHDRAW_INTERNAL) {
                revert ICageErrors.TargetNotAllowed(VAULT, IBalancerVault.manageUserBalance.selector);
            }
            _only(account, ops[i].sender);
            _only(account, ops[i].recipient);
            if (ops[i].asset == address(0)) revert ICageErrors.NativeNotAllowed();
        }
    }

    function _checkFunds(address account, IBalancerVault.FundManagement memory funds) private view {
        _only(account, funds.sender);
        _only(account, funds.recipient);
        // What is inside of the Vault counts as a position, which a swap would change unseen.
        if (funds.fromInternalBalance || funds.toInternalBalance) {
            revert ICageErrors.RecipientNotAllowed(VAULT);
        }
    }

    /// @dev A pool's own shares as an asset are a join or an exit by a swap: no reader would see it.
    function _checkAsset(address asset, bytes32 poolId) private pure {
        if (asset == address(0)) revert ICageErrors.NativeNotAllowed();
        if (asset == address(bytes20(poolId))) revert ICageErrors.AssetNotAllowed(asset);
    }

    /// @dev The Vault wrote a pool's specialization into its id: general ones are the composable stable ones.
    function _forAll(bytes32 poolId) private pure returns (uint256) {
        return
            uint16(uint256(poolId) >> 80) == 0 ? STABLE_EXACT_SHARES_FOR_ALL : WEIGHTED_EXACT_SHARES_FOR_ALL;
    }

    function _only(address account, address gaining) private pure {
        if (gaining != account) revert ICageErrors.RecipientNotAllowed(gaining);
    }
}
