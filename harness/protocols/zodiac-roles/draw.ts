import type { ProtocolDraw } from '../../vocabulary/draw.ts'

/** Acts with a role, which are refused without one. */
export const DRAW: ProtocolDraw = {
  kinds: { 'pull-funds': { undrawn: 'the operator has no role until the owners of a Safe give it one' } },
}
