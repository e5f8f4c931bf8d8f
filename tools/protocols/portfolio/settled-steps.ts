import { balanceOf, type CaseStep, kept, product, sum } from '../../core/cases.ts'

const sell = (amountInBaseUnits: string): CaseStep => ({
  tool: 'uniswap_execute_swap',
  params: { tokenIn: 'WETH', tokenOut: 'USDC', amountInBaseUnits },
})
const held = (keep: string): CaseStep => ({ chain: balanceOf('USDC', 'account'), keep })

/** Two sales, of one WETH and of two, with the balances of USDC around each. */
export const SOLD: readonly CaseStep[] = [
  held('first'),
  sell('1000000000000000000'),
  held('second'),
  sell('2000000000000000000'),
  held('third'),
]

/** What a sale lost against the feed's 3 000 USD for each WETH; gas is free. */
const lost = (before: string, after: string, worthUsdc: string) =>
  sum(kept(after), product(kept(before), '-1'), product(worthUsdc, '-1'))

/** What the first sale lost. */
export const LOST_FIRST = lost('first', 'second', '3000000000')

/** What the second one lost. */
export const LOST_SECOND = lost('second', 'third', '6000000000')

/** What both lost. */
export const LOST_BOTH = lost('first', 'third', '9000000000')
