import type { KindModel, ProtocolModel } from '../../vocabulary/model.ts'

const UNFORESEEN: KindModel = { category: 'lending', needs: [], means: 'unforeseen' }

/** Lending against reserves: what an act comes to depends on interest up to the second. */
export const MODEL: ProtocolModel = {
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
    ].map((kind) => [kind, UNFORESEEN]),
  ),
}
