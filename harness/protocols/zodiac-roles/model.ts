import type { ProtocolModel } from '../../vocabulary/model.ts'

/** What the operator may do with a role: what comes in costs the agent nothing, and counts once the owner absorbed it. */
export const MODEL: ProtocolModel = {
  kinds: {
    'pull-funds': {
      category: 'wallet',
      needs: ['modifier', 'role', 'token', 'amountBaseUnits'],
      // What comes in is judged by what the account holds of it already.
      means: 'unforeseen',
    },
  },
}
