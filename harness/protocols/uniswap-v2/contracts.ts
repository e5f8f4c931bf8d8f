import { parseAbi } from 'viem'
import { loadArtifact } from '../../chain/artifacts.ts'

/** Load the factory and the router as their packages publish them. */
export const loadFactory = () => loadArtifact('@uniswap/v2-core/build/UniswapV2Factory.json')
export const loadRouter = () => loadArtifact('@uniswap/v2-periphery/build/UniswapV2Router02.json')

/** The harness' own view of the factory, its pairs and the router. */
export const factoryAbi = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function feeTo() view returns (address)',
])
export const pairAbi = parseAbi([
  'function token0() view returns (address)',
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 at)',
  'function totalSupply() view returns (uint256)',
  'function kLast() view returns (uint256)',
  'function balanceOf(address) view returns (uint256)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function sync()',
])
export const routerAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[])',
  'function addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline) returns (uint256, uint256, uint256)',
  'function removeLiquidity(address tokenA, address tokenB, uint256 liquidity, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline) returns (uint256, uint256)',
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[])',
  'function getAmountsIn(uint256 amountOut, address[] path) view returns (uint256[])',
])

/** A deadline that no test reaches. */
export const FAR = 2n ** 40n
