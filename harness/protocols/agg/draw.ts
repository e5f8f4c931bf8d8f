import * as fc from 'fast-check'
import type { KindDraw, ProtocolDraw } from '../../vocabulary/draw.ts'

const PAIRS = [
  ['USDC', 'WETH'],
  ['WETH', 'USDC'],
  ['WETH', 'USDT'],
  ['DAI', 'WETH'],
] as const

const sale: KindDraw = {
  draw: ({ amountOf }) =>
    fc
      .constantFrom(...PAIRS)
      .chain(([tokenIn, tokenOut]) => amountOf(tokenIn).map((amountIn) => ({ tokenIn, tokenOut, amountIn }))),
  params: ({ tokenIn, tokenOut, units }) => ({ tokenIn, tokenOut, amountInBaseUnits: units(tokenIn) }),
}
const undrawn = 'slices are due one after the other, at times for which no drawn case waits'

/** Trades over every venue. */
export const DRAW: ProtocolDraw = {
  kinds: {
    'swap-best': sale,
    'swap-split': sale,
    'schedule-twap': { undrawn },
    'cancel-twap': { undrawn },
    'twap-slice': { undrawn },
  },
}
