import { defineKind } from '../../core/action.ts'
import { SlippageSchema } from '../slippage.ts'

/** Move liquidity from one version of a protocol to the next; what is moved, and to where, stands under its venue. */
export const MIGRATE_LIQUIDITY = defineKind({
  kind: 'migrate-liquidity',
  description: 'Move liquidity from one version of a protocol to the next.',
  params: { slippageBps: SlippageSchema },
  choice: { by: 'named' },
})
