// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPositionReader} from "../../../contracts/interfaces/IPositionReader.sol";
import {Leg, Lot} from "../../../contracts/interfaces/Position.sol";
import {FairReserves} from "./FairReserves.sol";
import {IUniswapV2Factory, IUniswapV2Pair, IUniswapV2Router} from "./IUniswapV2.sol";

/// @title UniswapV2Reader
/// @notice Liquidity of Uniswap V2 pairs; a key is a pair, a place its factory and its tokens. One lot, of the pair's own
/// token.
/// @dev The index is the root of the product of the reserves for one unit of liquidity: no trade moves it but by its fee,
/// no deposit and no withdrawal. A donation that is booked raises it, and counts by what the cage lets an index grow. What
/// it comes to follows from the prices of the feeds alone, never from the ratio of the reserves.
contract UniswapV2Reader is IPositionReader {
    /// @dev Liquidity at whose worth the index is taken.
    uint256 private constant SCALE = 1e18;

    /// @notice The factory of the pairs.
    IUniswapV2Factory public immutable FACTORY;

    constructor(IUniswapV2Factory factory) {
        FACTORY = factory;
    }

    /// @inheritdoc IPositionReader
    function mark(address, bytes calldata) external pure returns (bytes32) {
        return 0;
    }

    /// @inheritdoc IPositionReader
    function touched(address, bytes32, bytes calldata data, bytes calldata)
        external
        view
        returns (bytes32[] memory keys)
    {
        bytes4 selector = bytes4(data);
        if (
            selector != IUniswapV2Router.addLiquidity.selector
                && selector != IUniswapV2Router.removeLiquidity.selector
        ) return keys;
        (address tokenA, address tokenB) = abi.decode(data[4:68], (address, address));
        keys = new bytes32[](1);
        keys[0] = bytes32(uint256(uint160(FACTORY.getPair(tokenA, tokenB))));
    }

    /// @inheritdoc IPositionReader
    function tokens(bytes32 key) external view returns (address[] memory list) {
        list = new address[](2);
        (list[0], list[1]) = (_pair(key).token0(), _pair(key).token1());
    }

    /// @inheritdoc IPositionReader
    function holdings(address account, bytes32 key, uint256[] calldata prices)
        external
        view
        returns (bytes32 place, uint256 health, Lot[] memory lots)
    {
        IUniswapV2Pair pair = _pair(key);
        place = keccak256(abi.encode(FACTORY, pair.token0(), pair.token1()));
        health = type(uint256).max;
        lots = new Lot[](1);
        lots[0] = _lot(pair, pair.balanceOf(account), prices[0], prices[1]);
    }

    function _lot(IUniswapV2Pair pair, uint256 units, uint256 price0, uint256 price1)
        private
        view
        returns (Lot memory lot)
    {
        lot = Lot(units, _index(pair), 0, new Leg[](2));
        (uint256 amount0, uint256 amount1) =
            FairReserves.amounts(Math.mulDiv(units, lot.index, SCALE), price0, price1);
        lot.legs[0] = Leg(pair.token0(), int256(amount0));
        lot.legs[1] = Leg(pair.token1(), int256(amount1));
    }

    /// @dev The supply has in it what the next change of liquidity mints for the protocol (`UniswapV2Pair._mintFee`).
    function _index(IUniswapV2Pair pair) private view returns (uint256) {
        (uint256 reserve0, uint256 reserve1,) = pair.getReserves();
        uint256 root = Math.sqrt(reserve0 * reserve1);
        uint256 supply = pair.totalSupply();
        uint256 kLast = FACTORY.feeTo() == address(0) ? 0 : pair.kLast();
        if (kLast != 0) {
            uint256 rootLast = Math.sqrt(kLast);
            if (root > rootLast) supply += supply * (root - rootLast) / (root * 5 + rootLast);
        }
        return Math.min(Math.mulDiv(root, SCALE, supply), type(uint128).max);
    }

    function _pair(bytes32 key) private pure returns (IUniswapV2Pair) {
        return IUniswapV2Pair(address(uint160(uint256(key))));
    }
}
