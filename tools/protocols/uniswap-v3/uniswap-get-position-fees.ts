import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { PositionIdSchema, readPosition, valuePosition } from './position.ts'

/** Compute the exact fees that a V3 position could collect now. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_get_position_fees',
  description: 'Compute the exact fees that a Uniswap V3 position could collect now.',
  category: 'lp',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['position', 'pool'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_get_position_fees computes to the base unit what a Uniswap V3 position could collect now, fees not yet credited by the pool included.',
  promptGuidelines: ['Weigh the fees against the gas before collecting them.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ positionId: PositionIdSchema }, { additionalProperties: false }),
  output: Type.Object({
    positionId: PositionIdSchema,
    owner: AddressSchema,
    token0: AddressSchema,
    token1: AddressSchema,
    fees0BaseUnits: BaseUnitsSchema,
    fees1BaseUnits: BaseUnitsSchema,
    /** The part that was credited before, such as removed liquidity that was not collected. */
    credited0BaseUnits: BaseUnitsSchema,
    credited1BaseUnits: BaseUnitsSchema,
  }),
  errorCodes: ['POSITION_NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED', 'CHAIN_READ_FAILED'],
  async read({ positionId }, ctx) {
    ctx.step('position')
    const position = await readPosition(ctx, positionId)
    ctx.step('pool')
    const { collectable, owed } = await valuePosition(ctx, position)
    return {
      positionId,
      owner: position.owner,
      token0: position.token0,
      token1: position.token1,
      fees0BaseUnits: collectable.amount0.toString(),
      fees1BaseUnits: collectable.amount1.toString(),
      credited0BaseUnits: owed.amount0.toString(),
      credited1BaseUnits: owed.amount1.toString(),
    }
  },
})
