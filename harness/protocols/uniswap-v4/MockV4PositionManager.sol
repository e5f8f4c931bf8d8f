// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {
    IPoolManagerState,
    IV4PositionManager,
    PoolKey
} from "../../../tools/protocols/uniswap-v4/contracts/IV4PositionManager.sol";

/// @notice Says of positions what it was told, packed as the real one does (v4-periphery `PositionInfoLibrary.sol`).
contract MockV4PositionManager is IV4PositionManager, IPoolManagerState {
    uint256 public nextTokenId = 1;
    mapping(uint256 => address) private _owners;
    mapping(uint256 => uint256) private _infos;
    mapping(uint256 => PoolKey) private _pools;
    mapping(uint256 => uint128) public getPositionLiquidity;
    mapping(bytes32 => bytes32) private _kept;

    function poolManager() external view returns (IPoolManagerState) {
        return this;
    }

    function extsload(bytes32 start, uint256 count) external view returns (bytes32[] memory values) {
        values = new bytes32[](count);
        for (uint256 i; i < count; ++i) {
            values[i] = _kept[bytes32(uint256(start) + i)];
        }
    }

    /// @dev Up to which growth of fees a position was paid, where v4-core keeps it (`Pool.State`, `Position.State`), and
    /// the liquidity that it has then.
    function pay(uint256 id, int24 tickLower, int24 tickUpper, uint128 liquidity, uint256[2] calldata growths)
        external
    {
        getPositionLiquidity[id] = liquidity;
        bytes32 position = keccak256(abi.encodePacked(this, tickLower, tickUpper, id));
        bytes32 pool = keccak256(abi.encode(keccak256(abi.encode(_pools[id])), uint256(6)));
        bytes32 slot = keccak256(abi.encode(position, uint256(pool) + 6));
        _kept[bytes32(uint256(slot) + 1)] = bytes32(growths[0]);
        _kept[bytes32(uint256(slot) + 2)] = bytes32(growths[1]);
    }

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
