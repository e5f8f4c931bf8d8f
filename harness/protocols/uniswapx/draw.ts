import * as fc from 'fast-check'
import type { ProtocolDraw } from '../../vocabulary/draw.ts'

/** Orders by signature. */
export const DRAW: ProtocolDraw = {
  kinds: {
    'cancel-order': {
      draw: () =>
        fc.constantFrom('0', '255', '256').map((nonce) => ({ venue: { protocol: 'uniswapx', nonce } })),
    },
    'fill-order': { undrawn: 'an order is bytes that its swapper signed: scenarios hold some' },
  },
}
