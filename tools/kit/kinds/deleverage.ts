import { defineKind } from '../../core/action.ts'
import { SlippageSchema } from '../slippage.ts'

/** Sell collateral and repay, until a target that the venue states in its own measure. */
export const DELEVERAGE = defineKind({
  kind: 'deleverage',
  description: 'Sell collateral of a position and repay its debt until a target.',
  params: { slippageBps: SlippageSchema },
  choice: { by: 'named' },
})
