import * as fc from 'fast-check'
import type { ProtocolDraw } from '../../vocabulary/draw.ts'

/** Whatever an account has is given up. */
export const DRAW: ProtocolDraw = {
  kinds: {
    'exit-position': { undrawn: 'each position is named by a key, and ended by the kinds of its protocol' },
    liquidate: { draw: () => fc.constant({}), params: () => ({}) },
    'revoke-all': { draw: () => fc.constant({}), params: () => ({}) },
  },
}
