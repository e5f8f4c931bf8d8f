// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPositionReader} from "../../../contracts/interfaces/IPositionReader.sol";
import {Leg, Lot} from "../../../contracts/interfaces/Position.sol";
import {LpExposure} from "../../../contracts/libraries/LpExposure.sol";
import {IV4PositionManager, PoolKey} from "./IV4PositionManager.sol";
import {V4Actions} from "./V4Actions.sol";

/// @title UniswapV4Reader
/// @notice Positions of Uniswap V4's PositionManager; a key is a token's id, a place a pool with its hook.
/// @dev One lot, of liquidity, worth what it holds at the feeds' prices in a pool without a hook: the pool's price is
/// never looked at. Fees count once they are paid out. The native coin counts as its wrapped one.
contract UniswapV4Reader is IPositionReader {
    /// @notice The contract whose positions these are.
    IV4PositionManager public immutable MANAGER;
    /// @notice The wrapped native coin.
    address public immutable WRAPPED;

    /// @notice A pool of the native coin and its wrapped one has one token twice.
    error OneToken();

    constructor(IV4PositionManager manager, address wrapped) {
        (MANAGER, WRAPPED) = (manager, wrapped);
    }

    /// @inheritdoc IPositionReader
    /// @dev Positions are numbered in turn, and nobody else comes between those of one call.
    function mark(address) external view returns (bytes32) {
        return bytes32(MANAGER.nextTokenId());
    }

    /// @inheritdoc IPositionReader
    function touched(address, bytes32 next, bytes calldata data, bytes calldata)
        external
        pure
        returns (bytes32[] memory keys)
    {
        if (bytes4(data) != IV4PositionManager.modifyLiquidities.selector) return keys;
        (, bytes memory actions, bytes[] memory inputs) = V4Actions.inner(data);
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
