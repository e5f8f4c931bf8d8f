import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { askCage, readAnswer } from './cage-views.ts'
import { readCagePolicy } from './read-cage.ts'

const Priced = Type.Union([BaseUnitsSchema, Type.Null()])

/** Read what the cage counts itself to be worth, by its own feeds. */
export const TOOL_DEF = defineReadTool({
  name: 'safety_get_cage_value',
  description: 'Read net asset value, value per share and high-water mark of the PolicyCage.',
  category: 'safety',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'safety_get_cage_value reads what the PolicyCage counts itself to be worth: net asset value, value per share, high-water mark and the drawdown from it.',
  promptGuidelines: ['Gifts count for nothing here until the owner absorbs them.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    cage: AddressSchema,
    blockNumber: Type.String(),
    /** False where something held has no fresh price: then values are null. */
    isPriced: Type.Boolean(),
    netAssetValueUsdcBaseUnits: Priced,
    /** USDC of one share, scaled by 10^18. */
    valuePerShareWad: Priced,
    highWaterMarkWad: Priced,
    /** 18 decimals; the owner has them all. */
    totalSharesWad: Priced,
    drawdownBps: Type.Union([Type.Integer(), Type.Null()]),
    /** Whether showing the value to the high-water mark (`poke`) would make a difference now. */
    isPokeDue: Type.Union([Type.Boolean(), Type.Null()]),
  }),
  errorCodes: ['CHAIN_READ_FAILED'],
  async read(_params, ctx) {
    ctx.step('read')
    const { account } = ctx
    const { blockNumber, views } = await readCagePolicy(ctx, [
      askCage(account, 'netAssetValueUsdc', []),
      askCage(account, 'valuePerShare', []),
      askCage(account, 'highWaterMark', []),
      askCage(account, 'totalShares', []),
      askCage(account, 'drawdownBps', []),
      askCage(account, 'isPokeDue', []),
    ])
    const value = readAnswer('netAssetValueUsdc', views[0])
    const drawdown = readAnswer('drawdownBps', views[4])
    return {
      cage: account,
      blockNumber: blockNumber.toString(),
      isPriced: value !== undefined,
      netAssetValueUsdcBaseUnits: value?.toString() ?? null,
      valuePerShareWad: readAnswer('valuePerShare', views[1])?.toString() ?? null,
      highWaterMarkWad: readAnswer('highWaterMark', views[2])?.toString() ?? null,
      totalSharesWad: readAnswer('totalShares', views[3])?.toString() ?? null,
      drawdownBps: drawdown === undefined ? null : Number(drawdown),
      isPokeDue: readAnswer('isPokeDue', views[5]) ?? null,
    }
  },
})
