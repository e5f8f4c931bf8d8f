import type { ProtocolDraw } from '../../vocabulary/draw.ts'

/** Nothing that the layer does by itself is drawn. */
export const DRAW: ProtocolDraw = {
  kinds: { halt: { undrawn: 'nothing happens after it; the step `halt` is drawn in its place' } },
}
