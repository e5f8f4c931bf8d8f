import type { KindModel, ProtocolModel } from '../../vocabulary/model.ts'

const UNFORESEEN: KindModel = { category: 'lending', needs: [], means: 'unforeseen' }

/** Lending in isolated markets: what an act comes to depends on interest up to the second. */
export const MODEL: ProtocolModel = {
  kinds: Object.fromEntries(
    [
      ...['supply', 'withdraw', 'borrow', 'repay', 'supply-collateral', 'withdraw-collateral'],
      ...['open-leverage', 'deleverage', 'close-leverage', 'liquidate-account'],
      ...['revoke-manager', 'create-market'],
    ].map((kind) => [kind, UNFORESEEN]),
  ),
}
