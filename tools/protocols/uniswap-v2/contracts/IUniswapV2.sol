// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title IUniswapV2Factory
/// @notice The part of Uniswap V2's factory that the reader reads.
interface IUniswapV2Factory {
    /// @notice The pair of two tokens in any order; zero where there is none.
    function getPair(address tokenA, address tokenB) external view returns (address pair);

    /// @notice Who gets a sixth of the growth of all pairs; zero for nobody.
    function feeTo() external view returns (address);
}

/// @title IUniswapV2Pair
/// @notice The part of a pair that the reader reads; a pair is the token of its own liquidity.
interface IUniswapV2Pair {
    /// @notice The token with the lower address.
    function token0() external view returns (address);

    /// @notice The token with the higher address.
    function token1() external view returns (address);

    /// @notice What the pair booked of both tokens: what was sent to it since is not part of it.
    function getReserves() external view returns (uint112 reserve0, uint112 reserve1, uint32 at);

    /// @notice All liquidity that there is.
    function totalSupply() external view returns (uint256);

    /// @notice The product of the reserves when liquidity last changed; 0 while nobody gets a share of the growth.
    function kLast() external view returns (uint256);

    /// @notice Liquidity of an account.
    function balanceOf(address owner) external view returns (uint256);
}

/// @title IUniswapV2Router
/// @notice The part of UniswapV2Router02 that a cage may call.
interface IUniswapV2Router {
    /// @notice Sells an exact input along a path.
    function swapExactTokensForTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external returns (uint256[] memory amounts);

    /// @notice Buys an exact output along a path.
    function swapTokensForExactTokens(
        uint256 amountOut,
        uint256 amountInMax,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external returns (uint256[] memory amounts);

    /// @notice Sells an exact input along a path; what arrives counts.
    function swapExactTokensForTokensSupportingFeeOnTransferTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external;

    /// @notice Deposits both tokens in the ratio of the reserves.
    function addLiquidity(
        address tokenA,
        address tokenB,
        uint256 amountADesired,
        uint256 amountBDesired,
        uint256 amountAMin,
        uint256 amountBMin,
        address to,
        uint256 deadline
    ) external returns (uint256 amountA, uint256 amountB, uint256 liquidity);

    /// @notice Gives liquidity back for both tokens.
    function removeLiquidity(
        address tokenA,
        address tokenB,
        uint256 liquidity,
        uint256 amountAMin,
        uint256 amountBMin,
        address to,
        uint256 deadline
    ) external returns (uint256 amountA, uint256 amountB);
}
