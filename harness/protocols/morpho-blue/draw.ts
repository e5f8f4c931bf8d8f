import type { ProtocolDraw } from '../../vocabulary/draw.ts'

const undrawn = { undrawn: 'what interest makes of it is not foreseen' }

/** Nothing of it is drawn: the model foresees none of its kinds. */
export const DRAW: ProtocolDraw = {
  kinds: Object.fromEntries(
    [
      ...['supply', 'withdraw', 'borrow', 'repay', 'supply-collateral', 'withdraw-collateral'],
      ...['open-leverage', 'deleverage', 'close-leverage', 'liquidate-account'],
      ...['revoke-manager', 'create-market'],
    ].map((kind) => [kind, undrawn]),
  ),
}
