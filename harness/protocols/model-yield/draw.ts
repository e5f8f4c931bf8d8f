import type { ProtocolDraw } from '../../vocabulary/draw.ts'
import { ofEveryKind } from './kinds.ts'

/** Nothing of it is drawn. */
export const DRAW: ProtocolDraw = {
  kinds: ofEveryKind({ undrawn: 'the model foresees none of its kinds' }),
}
