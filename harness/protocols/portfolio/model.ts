import type { KindModel, ProtocolModel } from '../../vocabulary/model.ts'

// What is taken back or left next depends on everything that the account has.
const step: KindModel = { category: 'safety', needs: [], means: 'unforeseen' }

/** What is left of risk and authority is taken back step by step. */
export const MODEL: ProtocolModel = {
  kinds: { 'exit-position': { ...step, needs: ['protocol', 'key'] }, liquidate: step, 'revoke-all': step },
}
