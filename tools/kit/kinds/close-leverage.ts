import { defineKind } from '../../core/action.ts'
import { SlippageSchema } from '../slippage.ts'

/** Repay a leveraged position's debt out of its collateral and take the rest. */
export const CLOSE_LEVERAGE = defineKind({
  kind: 'close-leverage',
  description: 'Unwind a leveraged position fully into its collateral asset.',
  params: { slippageBps: SlippageSchema },
  choice: { by: 'named' },
})
