// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {
    IV4PositionManager,
    PoolKey
} from "../../../tools/protocols/uniswap-v4/contracts/IV4PositionManager.sol";

/// @notice Says of positions what it was told, packed as the real one does (v4-periphery `PositionInfoLibrary.sol`).
contract MockV4PositionManager is IV4PositionManager {
    uint256 public nextTokenId = 1;
    mapping(uint256 => address) private _owners;
    mapping(uint256 => uint256) private _infos;
    mapping(uint256 => PoolKey) private _pools;
    mapping(uint256 => uint128) public getPositionLiquidity;

    function modifyLiquidities(bytes calldata, uint256) external payable {}

    function mint(address owner, PoolKey calldata pool, int24 tickLower, int24 tickUpper, uint128 liquidity)
        external
        returns (uint256 id)
    {
        id = nextTokenId++;
        _owners[id] = owner;
        _pools[id] = pool;
        // The pool's id in the upper bits, and the flag of a subscriber in the lowest.
        _infos[id] = (uint256(keccak256(abi.encode(pool))) >> 56 << 56) | (uint256(uint24(tickUpper)) << 32)
            | (uint256(uint24(tickLower)) << 8) | 1;
        getPositionLiquidity[id] = liquidity;
    }

    function burn(uint256 id) external {
        delete _owners[id];
        delete _infos[id];
        delete _pools[id];
        delete getPositionLiquidity[id];
    }

    function ownerOf(uint256 id) external view returns (address owner) {
        owner = _owners[id];
        require(owner != address(0), "NOT_MINTED");
    }

    function getPoolAndPositionInfo(uint256 id) external view returns (PoolKey memory, uint256) {
        return (_pools[id], _infos[id]);
    }
}
