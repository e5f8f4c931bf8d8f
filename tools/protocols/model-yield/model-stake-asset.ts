import { planTransaction } from '../../core/plan.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { ACT_ERROR_CODES, MODEL_CHAINS, planStake, readStaking } from './acts.ts'
import { ActResultSchema, settleAct } from './settle.ts'

/** Stake the model's asset. */
export const TOOL_DEF = defineWriteTool({
  name: 'model_stake_asset',
  description: 'Stake wrapped native coins in the model.',
  category: 'testnet',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['staking'],
  spriteTrigger: 'executing',
  promptSnippet:
    'model_stake_asset stakes WETH of the account in the model protocol, where a keeper rewards and slashes it; it approves exactly the amount and leaves no allowance.',
  promptGuidelines: ['It leaves through a queue of three days: keep what is needed sooner.'],
  supportedChains: MODEL_CHAINS,
  input: Type.Object({ amountBaseUnits: BaseUnitsSchema }, { additionalProperties: false }),
  output: ActResultSchema,
  errorCodes: ACT_ERROR_CODES,
  async plan(params, ctx) {
    const amount = readAmount(params.amountBaseUnits)
    ctx.step('staking')
    const { calls, ...expectation } = planStake(ctx, await readStaking(ctx), amount)
    return planTransaction(calls, expectation)
  },
  settle: (input) => settleAct(input),
})
