import type { Address } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { computePayout } from './position.ts'
import { planRemoval, REMOVAL_ERROR_CODES, RemovalSchema } from './removal.ts'
import { simulatePlan } from './simulation.ts'

/** Simulate taking V3 liquidity out: tokens and fees received, and gas. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_simulate_remove_liquidity',
  description: 'Simulate taking Uniswap V3 liquidity out: tokens and fees received, and gas.',
  category: 'lp',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['position', 'pool', 'simulate'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_simulate_remove_liquidity runs a removal of liquidity from an own Uniswap V3 position on the current state without sending it: tokens, fees and gas.',
  promptGuidelines: [
    'Takes the same parameters as uniswap_remove_liquidity.',
    'Fees are paid out whole, whatever share is taken out.',
  ],
  supportedChains: chainsOf(BASE),
  input: RemovalSchema,
  output: Type.Object({
    success: Type.Boolean(),
    revertReason: Type.Union([Type.String(), Type.Null()]),
    token0: AddressSchema,
    token1: AddressSchema,
    liquidity: BaseUnitsSchema,
    /** Fees included. */
    received0BaseUnits: BaseUnitsSchema,
    received1BaseUnits: BaseUnitsSchema,
    fees0BaseUnits: BaseUnitsSchema,
    fees1BaseUnits: BaseUnitsSchema,
    gasUsed: BaseUnitsSchema,
  }),
  errorCodes: REMOVAL_ERROR_CODES,
  async read(params, ctx) {
    const { plan, position, liquidity } = await planRemoval(ctx, params)
    const { token0, token1 } = position
    ctx.step('simulate')
    const simulation = await simulatePlan(ctx, plan, [token0, token1])
    const { removed } = computePayout(position, liquidity)
    const stays = (token: Address) =>
      params.leftToken !== undefined && isAddressEqual(params.leftToken, token)
    const feesOf = (token: Address, received: bigint, out: bigint) =>
      isDone && !stays(token) ? received - out : 0n
    const isDone = simulation.revertReason === null
    const [received0, received1] = [simulation.deltaOf(token0), simulation.deltaOf(token1)]
    return {
      success: isDone,
      revertReason: simulation.revertReason,
      token0,
      token1,
      liquidity: (isDone ? liquidity : 0n).toString(),
      received0BaseUnits: received0.toString(),
      received1BaseUnits: received1.toString(),
      fees0BaseUnits: feesOf(token0, received0, removed.amount0).toString(),
      fees1BaseUnits: feesOf(token1, received1, removed.amount1).toString(),
      gasUsed: simulation.gasUsed.toString(),
    }
  },
})
