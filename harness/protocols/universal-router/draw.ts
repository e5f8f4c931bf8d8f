import * as fc from 'fast-check'
import type { ProtocolDraw } from '../../vocabulary/draw.ts'
import { drawSale } from '../../vocabulary/kinds/swap.ts'

/** Trades over the pools of several protocols. */
export const DRAW: ProtocolDraw = {
  kinds: {
    'rebalance-weights': { undrawn: 'what it trades depends on all that the account holds' },
    'swap-split-route': drawSale(['USDC', 'WETH'], ['WETH', 'USDC'], ['WBTC', 'DAI']),
    'swap-native': drawSale(['ETH', 'USDC'], ['USDC', 'ETH']),
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
