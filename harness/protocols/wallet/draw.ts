import * as fc from 'fast-check'
import type { ProtocolDraw } from '../../vocabulary/draw.ts'

/** Payments in native coins. */
export const DRAW: ProtocolDraw = {
  kinds: {
    'transfer-native': {
      draw: ({ recipients, amountOf }) =>
        fc.record({ recipient: fc.constantFrom(...recipients), amount: amountOf('ETH') }),
      params: ({ account, units }) => ({ recipient: account, amountBaseUnits: units('ETH') }),
    },
  },
  shapes: { value: ({ account, wei }) => [{ to: account, valueWei: wei, data: '0x' }] },
}
