import type { ProtocolDraw } from '../../vocabulary/draw.ts'

const undrawn = { undrawn: 'what interest makes of it is not foreseen' }

/** Nothing of it is drawn: the model foresees none of its kinds. */
export const DRAW: ProtocolDraw = {
  kinds: Object.fromEntries(
    [
      'borrow-on-behalf',
      'borrow',
      'claim-rewards',
      'liquidate-account',
      'repay',
      'repay-with-collateral',
      'set-collateral',
      'set-emode',
      'supply',
      'supply-native',
      'swap-collateral',
      'swap-debt',
      'withdraw',
      'withdraw-native',
    ].map((kind) => [kind, undrawn]),
  ),
}
