import { planWithNeeds } from '../../core/plan.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { ACT_ERROR_CODES, MODEL_CHAINS, planStake, readStaking } from './acts.ts'
import { ActResultSchema, settleAct } from './settle.ts'

/** Buy the model's asset with another token, and stake it. */
export const TOOL_DEF = defineWriteTool({
  name: 'model_stake_bought',
  description: 'Buy wrapped native coins and stake them in the model.',
  category: 'testnet',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['staking'],
  spriteTrigger: 'executing',
  promptSnippet:
    'model_stake_bought buys an exact amount of WETH for at most so much of another token through the best pool, and stakes it in the model protocol.',
  promptGuidelines: ['The bound on what is paid is the only one: set it close to the price.'],
  supportedChains: MODEL_CHAINS,
  input: Type.Object(
    {
      token: TokenSchema,
      amountBaseUnits: BaseUnitsSchema,
      mostInBaseUnits: BaseUnitsSchema,
    },
    { additionalProperties: false },
  ),
  output: ActResultSchema,
  errorCodes: [...ACT_ERROR_CODES, 'UNKNOWN_TOKEN'],
  async plan(params, ctx) {
    const amount = readAmount(params.amountBaseUnits)
    const most = readAmount(params.mostInBaseUnits, 'mostInBaseUnits')
    ctx.step('staking')
    const [token, staking] = await Promise.all([resolveErc20(ctx, params.token), readStaking(ctx)])
    const { calls, ...expectation } = planStake(ctx, staking, amount)
    const need = {
      need: 'swap',
      exact: 'output',
      tokenIn: token.address,
      tokenOut: staking.asset,
      amountOutBaseUnits: amount,
      mostInBaseUnits: most,
    } as const
    return planWithNeeds([need], calls, expectation)
  },
  settle: (input) => settleAct(input),
})
