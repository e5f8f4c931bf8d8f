import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { toBps } from './analysis/fixed-point.ts'
import { signedValueIn1 } from './analysis/price-path.ts'
import { BASE } from './base.ts'
import { describePosition, POSITION_OUTPUT } from './describe-position.ts'
import { PositionIdSchema, readPosition, valuePosition } from './position.ts'
import { readPositionFlows } from './position-flows.ts'

/** Set a V3 position against holding its tokens since it was opened. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_get_position_performance',
  description: 'Set a Uniswap V3 position against holding its tokens: fees, impermanent loss, net.',
  category: 'lp',
  riskTier: 'layer1',
  tickBudget: 'slow',
  progressSteps: ['position', 'logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_get_position_performance tells what a Uniswap V3 position earned in fees and lost against just holding the tokens that went into it, at the present price.',
  promptGuidelines: [
    'Values are in base units of token1 at the present price of the pool.',
    'The range of blocks has to reach back to when the position was opened.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { positionId: PositionIdSchema, blocks: WINDOW_PARAMETERS.blocks },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...POSITION_OUTPUT,
    ...WINDOW_OUTPUT,
    deposited0BaseUnits: BaseUnitsSchema,
    deposited1BaseUnits: BaseUnitsSchema,
    withdrawn0BaseUnits: BaseUnitsSchema,
    withdrawn1BaseUnits: BaseUnitsSchema,
    /** Earned in all, collected or not. */
    earned0BaseUnits: SignedBaseUnitsSchema,
    earned1BaseUnits: SignedBaseUnitsSchema,
    /** What went in, had it been held. */
    heldIn1BaseUnits: BaseUnitsSchema,
    /** What is in and what was taken out, fees apart. */
    providedIn1BaseUnits: BaseUnitsSchema,
    earnedIn1BaseUnits: SignedBaseUnitsSchema,
    /** Below zero when holding would have been better, fees apart. */
    impermanentLossIn1BaseUnits: SignedBaseUnitsSchema,
    netIn1BaseUnits: SignedBaseUnitsSchema,
    /** Against what was held. */
    netBps: Type.Integer(),
  }),
  errorCodes: ['POSITION_NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED', 'CHAIN_READ_FAILED', 'HISTORY_TOO_SHORT'],
  async read({ positionId, ...params }, ctx) {
    ctx.step('position')
    const [position, window] = await Promise.all([readPosition(ctx, positionId), readWindow(ctx, params)])
    ctx.step('logs')
    const [valued, flows] = await Promise.all([
      valuePosition(ctx, position),
      readPositionFlows(ctx, position.id, window),
    ])
    if (flows.liquidity !== position.liquidity || flows.deposits === 0) {
      throw BASE.error('HISTORY_TOO_SHORT', {
        subject: `liquidity of position ${positionId} that logs account for`,
        found: flows.liquidity,
        blocks: window.toBlock - window.fromBlock + 1n,
        expected: position.liquidity,
      })
    }
    const { deposited, withdrawn, collected } = flows
    const { amounts, collectable, sqrtPriceX96 } = valued
    // What was withdrawn was credited; the rest of all credits is fees.
    const earned = {
      amount0: collected.amount0 + collectable.amount0 - withdrawn.amount0,
      amount1: collected.amount1 + collectable.amount1 - withdrawn.amount1,
    }
    const held = signedValueIn1(deposited, sqrtPriceX96)
    const provided = signedValueIn1(
      { amount0: amounts.amount0 + withdrawn.amount0, amount1: amounts.amount1 + withdrawn.amount1 },
      sqrtPriceX96,
    )
    const earnedIn1 = signedValueIn1(earned, sqrtPriceX96)
    const net = provided - held + earnedIn1
    return {
      ...describePosition(valued),
      ...describeWindow(window),
      deposited0BaseUnits: deposited.amount0.toString(),
      deposited1BaseUnits: deposited.amount1.toString(),
      withdrawn0BaseUnits: withdrawn.amount0.toString(),
      withdrawn1BaseUnits: withdrawn.amount1.toString(),
      earned0BaseUnits: earned.amount0.toString(),
      earned1BaseUnits: earned.amount1.toString(),
      heldIn1BaseUnits: held.toString(),
      providedIn1BaseUnits: provided.toString(),
      earnedIn1BaseUnits: earnedIn1.toString(),
      impermanentLossIn1BaseUnits: (provided - held).toString(),
      netIn1BaseUnits: net.toString(),
      netBps: toBps(net, held),
    }
  },
})
