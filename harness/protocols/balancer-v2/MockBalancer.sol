// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {
    IBalancerFees,
    IBalancerPool,
    IBalancerVault
} from "../../../tools/protocols/balancer-v2/contracts/IBalancer.sol";

/// @notice A pool of settable numbers.
contract MockPool {
    bytes32 public immutable getPoolId;
    mapping(address => uint256) public balanceOf;
    uint256 public totalSupply;
    uint256 public getInvariant;
    uint256 public getLastInvariant;
    uint256 public getRate;
    uint256 private _weight0;

    constructor(bytes12 suffix, uint256 weight0) {
        getPoolId = bytes32(bytes20(address(this))) | bytes32(suffix) >> 160;
        _weight0 = weight0;
    }

    function getNormalizedWeights() external view returns (uint256[] memory weights) {
        weights = new uint256[](2);
        (weights[0], weights[1]) = (_weight0, 1e18 - _weight0);
    }

    function give(address account, uint256 shares) external {
        balanceOf[account] += shares;
    }

    function set(uint256 supply, uint256 invariant, uint256 last, uint256 rate) external {
        (totalSupply, getInvariant, getLastInvariant, getRate) = (supply, invariant, last, rate);
    }
}

/// @notice The Vault's lock, what its pools hold, and what lies inside of it.
contract MockVault {
    uint256 private _status = 1;
    uint256 public getSwapFeePercentage;
    mapping(bytes32 => address[]) private _tokens;
    mapping(address => mapping(address => uint256)) private _inside;

    /// @notice Who reads while the Vault is in the middle of a call.
    function enter(address reader, bytes calldata data) external returns (bytes memory said) {
        _status = 2;
        bool ok;
        (ok, said) = reader.staticcall(data);
        _status = 1;
        if (ok) return said;
        assembly ("memory-safe") {
            revert(add(said, 32), mload(said))
        }
    }

    function manageUserBalance(IBalancerVault.UserBalanceOp[] calldata) external payable {
        require(_status != 2, "BAL#400");
        _status = 2;
        _status = 1;
    }

    function setTokens(bytes32 poolId, address[] calldata tokens) external {
        _tokens[poolId] = tokens;
    }

    function setFee(uint256 fee) external {
        getSwapFeePercentage = fee;
    }

    function put(address account, address token, uint256 amount) external {
        _inside[account][token] += amount;
    }

    function getProtocolFeesCollector() external view returns (IBalancerFees) {
        return IBalancerFees(address(this));
    }

    function getPoolTokens(bytes32 poolId)
        external
        view
        returns (address[] memory, uint256[] memory balances, uint256)
    {
        return (_tokens[poolId], balances, 0);
    }

    function getInternalBalance(address user, address[] calldata tokens)
        external
        view
        returns (uint256[] memory amounts)
    {
        amounts = new uint256[](tokens.length);
        for (uint256 i; i < tokens.length; ++i) {
            amounts[i] = _inside[user][tokens[i]];
        }
    }
}
