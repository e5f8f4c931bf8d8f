// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPositionReader} from "../../../contracts/interfaces/IPositionReader.sol";
import {Leg, Lot} from "../../../contracts/interfaces/Position.sol";
import {LpExposure} from "../../../contracts/libraries/LpExposure.sol";
import {IPoolManagerState, IV4PositionManager, PoolKey} from "./IV4PositionManager.sol";
import {V4Actions} from "./V4Actions.sol";

/// @title UniswapV4Reader
/// @notice Positions of Uniswap V4's PositionManager; a key is a token's id, a place a pool with its hook.
/// @dev One lot, of liquidity, worth what it holds at the feeds' prices in a pool without a hook: the pool's price is
/// never looked at. Fees count once they are paid out by a call that pays nothing in. The native coin counts as its
/// wrapped one.
contract UniswapV4Reader is IPositionReader {
    /// @dev Where the pool manager keeps pools, and a pool its positions (v4-core `StateLibrary.sol`).
    uint256 private constant POOLS_SLOT = 6;
    uint256 private constant POSITIONS_OFFSET = 6;

    /// @notice The contract whose positions these are.
    IV4PositionManager public immutable MANAGER;
    /// @notice Where their pools are.
    IPoolManagerState public immutable POOL_MANAGER;
    /// @notice The wrapped native coin.
    address public immutable WRAPPED;

    /// @notice A pool of the native coin and its wrapped one has one token twice.
    error OneToken();

    /// @notice A payment into positions was lowered by fees of theirs, which would count against what is lost at it.
    error FeesNotCollected();

    constructor(IV4PositionManager manager, address wrapped) {
        (MANAGER, POOL_MANAGER, WRAPPED) = (manager, manager.poolManager(), wrapped);
    }

    /// @inheritdoc IPositionReader
    /// @dev Positions are numbered in turn, and nobody else comes between those of one call. Above the next number, up to
    /// where those into which the call pays were paid their fees.
    function mark(address, bytes calldata data) external view returns (bytes32) {
        if (bytes4(data) != IV4PositionManager.modifyLiquidities.selector) return 0;
        (, bytes memory actions, bytes[] memory inputs) = V4Actions.inner(data);
        return bytes32(uint256(_paidUpTo(actions, inputs, false)) << 96 | MANAGER.nextTokenId());
    }

    /// @inheritdoc IPositionReader
    function touched(address, bytes32 before, bytes calldata data, bytes calldata)
        external
        view
        returns (bytes32[] memory keys)
    {
        if (bytes4(data) != IV4PositionManager.modifyLiquidities.selector) return keys;
        (, bytes memory actions, bytes[] memory inputs) = V4Actions.inner(data);
        if (uint160(uint256(before) >> 96) != _paidUpTo(actions, inputs, true)) revert FeesNotCollected();
        bytes32 next = bytes32(uint256(uint96(uint256(before))));
        keys = new bytes32[](actions.length);
        uint256 count;
        for (uint256 i; i < actions.length; ++i) {
            uint8 action = uint8(actions[i]);
            if (action > V4Actions.BURN_POSITION) continue;
            if (action == V4Actions.MINT_POSITION) {
                keys[count++] = next;
                next = bytes32(uint256(next) + 1);
            } else {
                (, uint256 id) = V4Actions.word(inputs[i], 0);
                keys[count++] = bytes32(id);
            }
        }
        assembly ("memory-safe") {
            mstore(keys, count)
        }
    }

    /// @inheritdoc IPositionReader
    function tokens(bytes32 key) external view returns (address[] memory list) {
        (PoolKey memory pool, uint256 info) = MANAGER.getPoolAndPositionInfo(uint256(key));
        list = new address[](2);
        if (info != 0) (list[0], list[1]) = _tokens(pool);
    }

    /// @inheritdoc IPositionReader
    function holdings(address account, bytes32 key, uint256[] calldata prices)
        external
        view
        returns (bytes32 place, uint256 health, Lot[] memory lots)
    {
        (PoolKey memory pool, uint256 info) = MANAGER.getPoolAndPositionInfo(uint256(key));
        place = keccak256(abi.encode(MANAGER, keccak256(abi.encode(pool))));
        health = type(uint256).max;
        lots = new Lot[](1);
        if (info == 0 || MANAGER.ownerOf(uint256(key)) != account) return (place, health, lots);
        lots[0] = _lot(pool, info, MANAGER.getPositionLiquidity(uint256(key)), prices);
    }

    /// @dev A hash of the growth of fees up to which each position was paid that a call adds to; 0 of none. One without
    /// liquidity, before the call, earned nothing.
    function _paidUpTo(bytes memory actions, bytes[] memory inputs, bool isDone)
        private
        view
        returns (uint160 paid)
    {
        for (uint256 i; i < actions.length; ++i) {
            if (uint8(actions[i]) != V4Actions.INCREASE_LIQUIDITY) continue;
            (, uint256 id) = V4Actions.word(inputs[i], 0);
            (, uint256 added) = V4Actions.word(inputs[i], 1);
            if (MANAGER.getPositionLiquidity(id) == (isDone ? added : 0)) continue;
            (PoolKey memory pool, uint256 info) = MANAGER.getPoolAndPositionInfo(id);
            bytes32 position =
                keccak256(abi.encodePacked(MANAGER, int24(uint24(info >> 8)), int24(uint24(info >> 32)), id));
            uint256 state = uint256(keccak256(abi.encode(keccak256(abi.encode(pool)), POOLS_SLOT)));
            // Liquidity, and the growth of either token's fees up to which it was paid (v4-core `Position.State`).
            bytes32[] memory kept =
                POOL_MANAGER.extsload(keccak256(abi.encode(position, state + POSITIONS_OFFSET)), 3);
            paid = uint160(uint256(keccak256(abi.encode(paid, kept[1], kept[2]))));
        }
    }

    function _lot(PoolKey memory pool, uint256 info, uint128 liquidity, uint256[] calldata prices)
        private
        view
        returns (Lot memory lot)
    {
        lot = Lot(liquidity, 1, 0, new Leg[](2));
        (address token0, address token1) = _tokens(pool);
        // 200 bits of the pool's id, the upper tick, the lower tick, and a flag (`PositionInfoLibrary`).
        (uint256 amount0, uint256 amount1) = LpExposure.amounts(
            LpExposure.sqrtPriceX96(prices[0], prices[1]),
            int24(uint24(info >> 8)),
            int24(uint24(info >> 32)),
            liquidity
        );
        (lot.legs[0], lot.legs[1]) = (Leg(token0, int256(amount0)), Leg(token1, int256(amount1)));
    }

    function _tokens(PoolKey memory pool) private view returns (address token0, address token1) {
        (token0, token1) = (pool.currency0 == address(0) ? WRAPPED : pool.currency0, pool.currency1);
        if (token0 == token1) revert OneToken();
    }
}
