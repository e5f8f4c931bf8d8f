import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './wallet-speed-up-transaction.ts'

/** Resend a stuck transaction at a higher fee. */
export const ACTION = defineAction({
  kind: 'speed-up-transaction',
  description: 'Resend a transaction that is not mined at a higher fee.',
  tool: TOOL_DEF,
})
