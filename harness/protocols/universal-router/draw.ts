import * as fc from 'fast-check'
import type { DrawnToken } from '../../vocabulary/amounts.ts'
import type { KindDraw, ProtocolDraw } from '../../vocabulary/draw.ts'

const sale = (...pairs: readonly (readonly [DrawnToken, DrawnToken])[]): KindDraw => ({
  draw: ({ amountOf }) =>
    fc
      .constantFrom(...pairs)
      .chain(([tokenIn, tokenOut]) => amountOf(tokenIn).map((amountIn) => ({ tokenIn, tokenOut, amountIn }))),
  params: ({ tokenIn, tokenOut, units }) => ({ tokenIn, tokenOut, amountInBaseUnits: units(tokenIn) }),
})

/** Trades over the pools of several protocols. */
export const DRAW: ProtocolDraw = {
  kinds: {
    'rebalance-weights': { undrawn: 'what it trades depends on all that the account holds' },
    'swap-split-route': sale(['USDC', 'WETH'], ['WETH', 'USDC'], ['WBTC', 'DAI']),
    'swap-native': sale(['ETH', 'USDC'], ['USDC', 'ETH']),
    'swap-basket': {
      draw: () =>
        fc.constantFrom('10000000000000000', '1000000000000000000').map((amountInBaseUnits) => ({
          sold: [
            { token: 'WETH', amountInBaseUnits },
            { token: 'DAI', amountInBaseUnits },
          ],
          tokenOut: 'USDC',
        })),
      params: ({ units }) => ({
        sold: (['WETH', 'DAI'] as const).map((token) => ({ token, amountInBaseUnits: units(token, 0.5) })),
        tokenOut: 'USDC',
      }),
    },
  },
}
