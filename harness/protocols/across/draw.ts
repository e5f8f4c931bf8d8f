import * as fc from 'fast-check'
import type { ProtocolDraw } from '../../vocabulary/draw.ts'

/** Base and Arbitrum, and a chain that it does not go to. */
const CHAINS = [8_453, 8_453, 42_161, 56]

/** Payments to accounts on other chains, for which relayers take nothing. */
export const DRAW: ProtocolDraw = {
  kinds: {
    bridge: {
      draw: ({ recipients, amountOf }) =>
        fc.constantFrom('USDC' as const, 'WETH' as const).chain((token) =>
          fc
            .record({
              token: fc.constant(token),
              destinationChainId: fc.constantFrom(...CHAINS),
              recipient: fc.constantFrom(...recipients),
              amount: amountOf(token),
            })
            .map(({ amount, ...drawn }) => ({ ...drawn, amount, outputAmount: amount })),
        ),
      params: ({ account, units }) => ({
        token: 'USDC',
        destinationChainId: 8_453,
        recipient: account,
        amountBaseUnits: units('USDC'),
        outputAmountBaseUnits: units('USDC'),
      }),
    },
  },
  spenders: ['across.spokePool'],
}
