import { defineKind } from '../../core/action.ts'
import { TokenSchema } from '../../core/schema.ts'
import { AMOUNT_OR_EVERYTHING } from '../amount-or-everything.ts'

/** Repay the account's own debt at a lending venue. */
export const REPAY = defineKind({
  kind: 'repay',
  description: 'Repay a part or all of an own debt at a lending venue.',
  params: { token: TokenSchema, ...AMOUNT_OR_EVERYTHING },
  choice: { by: 'named' },
})
