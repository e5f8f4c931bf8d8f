// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {
    IUniswapV2Factory,
    IUniswapV2Pair
} from "../../../tools/protocols/uniswap-v2/contracts/IUniswapV2.sol";

/// @notice A pair whose books a test writes.
contract MockPair is IUniswapV2Pair {
    address public token0;
    address public token1;
    uint256 public totalSupply;
    uint256 public kLast;
    mapping(address owner => uint256 liquidity) public balanceOf;
    uint112 private _reserve0;
    uint112 private _reserve1;

    constructor(address first, address second) {
        (token0, token1) = (first, second);
    }

    function getReserves() external view returns (uint112, uint112, uint32) {
        return (_reserve0, _reserve1, 0);
    }

    function set(uint256 reserve0, uint256 reserve1) external {
        (_reserve0, _reserve1) = (uint112(reserve0), uint112(reserve1));
    }

    function setKLast(uint256 value) external {
        kLast = value;
    }

    function mint(address to, uint256 liquidity) external {
        balanceOf[to] += liquidity;
        totalSupply += liquidity;
    }
}

/// @notice A factory of one pair.
contract MockFactory is IUniswapV2Factory {
    MockPair private immutable PAIR;
    address public feeTo;

    constructor(MockPair pair) {
        PAIR = pair;
    }

    function getPair(address tokenA, address tokenB) external view returns (address) {
        (address first, address second) = (PAIR.token0(), PAIR.token1());
        bool isPair = (tokenA == first && tokenB == second) || (tokenA == second && tokenB == first);
        return isPair ? address(PAIR) : address(0);
    }

    function setFeeTo(address to) external {
        feeTo = to;
    }
}
