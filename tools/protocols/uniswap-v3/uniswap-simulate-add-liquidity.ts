import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { MintSchema, planMint } from './liquidity.ts'
import { BUDGET_ERROR_CODES } from './range.ts'
import { simulatePlan } from './simulation.ts'

/** Simulate approve and mint of V3 liquidity: used amounts, dust and gas. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_simulate_add_liquidity',
  description: 'Simulate approve and mint of Uniswap V3 liquidity: used amounts, dust and gas.',
  category: 'lp',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['pool', 'simulate'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_simulate_add_liquidity runs approve and mint of a new Uniswap V3 position on the current state without sending it: amounts used, budget left over and gas.',
  promptGuidelines: [
    'Takes the same parameters as uniswap_add_liquidity.',
    'A revert comes back as a reason.',
  ],
  supportedChains: chainsOf(BASE),
  input: MintSchema,
  output: Type.Object({
    success: Type.Boolean(),
    revertReason: Type.Union([Type.String(), Type.Null()]),
    token0: AddressSchema,
    token1: AddressSchema,
    tickLower: Type.Integer(),
    tickUpper: Type.Integer(),
    liquidity: BaseUnitsSchema,
    used0BaseUnits: BaseUnitsSchema,
    used1BaseUnits: BaseUnitsSchema,
    unused0BaseUnits: BaseUnitsSchema,
    unused1BaseUnits: BaseUnitsSchema,
    gasUsed: BaseUnitsSchema,
  }),
  errorCodes: BUDGET_ERROR_CODES,
  async read(params, ctx) {
    ctx.step('pool')
    const { plan, budget, taken } = await planMint(ctx, params)
    const token0 = budget.pool.token0.address
    const token1 = budget.pool.token1.address
    ctx.step('simulate')
    const simulation = await simulatePlan(ctx, plan, [token0, token1])
    const used0 = -simulation.deltaOf(token0)
    const used1 = -simulation.deltaOf(token1)
    return {
      success: simulation.revertReason === null,
      revertReason: simulation.revertReason,
      token0,
      token1,
      ...budget.range,
      liquidity: (simulation.revertReason === null ? taken.liquidity : 0n).toString(),
      used0BaseUnits: used0.toString(),
      used1BaseUnits: used1.toString(),
      unused0BaseUnits: ((budget.amount0 ?? 0n) - used0).toString(),
      unused1BaseUnits: ((budget.amount1 ?? 0n) - used1).toString(),
      gasUsed: simulation.gasUsed.toString(),
    }
  },
})
