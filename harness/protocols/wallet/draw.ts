import * as fc from 'fast-check'
import type { ProtocolDraw } from '../../vocabulary/draw.ts'

const NOTHING_WAITS = 'every transaction of a drawn case is mined at once, so that none waits to be replaced'

/** Payments in native coins. */
export const DRAW: ProtocolDraw = {
  kinds: {
    'transfer-native': {
      draw: ({ recipients, amountOf }) =>
        fc.record({ recipient: fc.constantFrom(...recipients), amount: amountOf('ETH') }),
      params: ({ account, units }) => ({ recipient: account, amountBaseUnits: units('ETH') }),
    },
    'return-funds': {
      draw: ({ recipients, payable }) =>
        fc.record({
          recipient: fc.constantFrom(...recipients),
          tokens: fc.constantFrom(...payable).map((token) => [token]),
        }),
      params: ({ account, tokenIn }) => ({ recipient: account, tokens: [tokenIn] }),
    },
    'speed-up-transaction': { undrawn: NOTHING_WAITS },
    'cancel-transaction': { undrawn: NOTHING_WAITS },
  },
  shapes: { value: ({ account, wei }) => [{ to: account, valueWei: wei, data: '0x' }] },
}
