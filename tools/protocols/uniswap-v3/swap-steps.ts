import type { CaseStep } from '../../core/cases.ts'

/** What others sell in the pool of USDC and WETH at 0.05 %, one block each: up, down, up again, and a bit down. */
const SWAPS = [
  ['WETH', '40000000000000000000'],
  ['USDC', '210000000000'],
  ['WETH', '25000000000000000000'],
  ['USDC', '30000000000'],
] as const

/** The pool of these swaps, by the parameters that tools take. */
export const SWAPPED = { tokenA: 'USDC', tokenB: 'WETH', feeTier: 500 }

/** Let others make these swaps. */
export const othersSwap: readonly CaseStep[] = SWAPS.map(([tokenIn, amountInBaseUnits], index) => ({
  tool: 'uniswap_execute_swap',
  params: { tokenIn, tokenOut: tokenIn === 'WETH' ? 'USDC' : 'WETH', amountInBaseUnits, feeTier: 500 },
  as: index % 2 === 0 ? 'whale' : 'trader',
}))

/** Keep these swaps as their logs have them, under `swapped`. */
export const keepSwaps: CaseStep = {
  tool: 'uniswap_get_pool_swaps',
  params: { ...SWAPPED, blocks: 8, limit: 4 },
  keep: 'swapped',
}
