import { defineKind } from '../../core/action.ts'

/** Cancel an order of the account's; each venue has orders of a form of its own. */
export const CANCEL_ORDER = defineKind({
  kind: 'cancel-order',
  description: 'Cancel an open order of the account on chain.',
  params: {},
  choice: { by: 'named' },
})
