import type { ProtocolDraw } from '../../vocabulary/draw.ts'

const undrawn = { undrawn: 'the model foresees none of its kinds' }

/** Nothing of it is drawn. */
export const DRAW: ProtocolDraw = {
  kinds: Object.fromEntries(
    [
      'stake-model',
      'stake-model-bought',
      'request-model-exit',
      'claim-model-exit',
      'place-model-order',
      'cancel-model-order',
    ].map((kind) => [kind, undrawn]),
  ),
}
