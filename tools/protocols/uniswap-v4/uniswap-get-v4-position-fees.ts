import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { PositionIdSchema, readPosition } from './position.ts'

/** Read the uncollected fees of a V4 position. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_get_v4_position_fees',
  description: 'Read the uncollected fees of a Uniswap V4 position.',
  category: 'lp',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_get_v4_position_fees reads what a Uniswap V4 position has earned and not collected, in both currencies, at the present state of its pool.',
  promptGuidelines: ['Collecting costs gas: leave dust where it is.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ positionId: PositionIdSchema }, { additionalProperties: false }),
  output: Type.Object({
    positionId: PositionIdSchema,
    poolId: HashSchema,
    /** The zero address is the native coin. */
    currency0: AddressSchema,
    currency1: AddressSchema,
    fees0BaseUnits: BaseUnitsSchema,
    fees1BaseUnits: BaseUnitsSchema,
  }),
  errorCodes: ['POSITION_NOT_FOUND', 'CHAIN_READ_FAILED', 'PROTOCOL_NOT_DEPLOYED'],
  async read({ positionId }, ctx) {
    ctx.step('read')
    const { pool, fees } = await readPosition(ctx, positionId)
    return {
      positionId,
      poolId: pool.id,
      currency0: pool.key.currency0,
      currency1: pool.key.currency1,
      fees0BaseUnits: fees.amount0.toString(),
      fees1BaseUnits: fees.amount1.toString(),
    }
  },
})
