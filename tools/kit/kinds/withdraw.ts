import { defineKind } from '../../core/action.ts'
import { TokenSchema } from '../../core/schema.ts'
import { AMOUNT_OR_EVERYTHING } from '../amount-or-everything.ts'

/** Take a supplied asset back from a lending venue. */
export const WITHDRAW = defineKind({
  kind: 'withdraw',
  description: 'Withdraw a part or all of a supplied asset from a lending venue.',
  params: { token: TokenSchema, ...AMOUNT_OR_EVERYTHING },
  choice: { by: 'named' },
})
