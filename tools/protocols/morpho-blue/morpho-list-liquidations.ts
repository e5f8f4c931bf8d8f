import { getAddress } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { morphoAbi } from './abi.ts'
import { BASE } from './base.ts'
import { MarketIdSchema } from './market.ts'

/** List past liquidations of a market or of all, with what was seized and what became bad debt. */
export const TOOL_DEF = defineReadTool({
  name: 'morpho_list_liquidations',
  description: 'List past liquidations in Morpho with seized collateral and bad debt.',
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'morpho_list_liquidations lists past liquidations of one Morpho Blue market or of all: who was liquidated by whom, what was repaid and seized, and bad debt.',
  promptGuidelines: ["Amounts are in base units of the market's own tokens."],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      market: Type.Optional(MarketIdSchema),
      borrower: Type.Optional(AddressSchema),
      ...WINDOW_PARAMETERS,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 200, description: 'most liquidations, 50 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...WINDOW_OUTPUT,
    totalFound: Type.Integer(),
    liquidations: Type.Array(
      Type.Object({
        blockNumber: Type.String(),
        transactionHash: HashSchema,
        market: MarketIdSchema,
        borrower: AddressSchema,
        liquidator: AddressSchema,
        repaidBaseUnits: BaseUnitsSchema,
        seizedBaseUnits: BaseUnitsSchema,
        badDebtBaseUnits: BaseUnitsSchema,
      }),
    ),
  }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED'],
  async read({ market: id, borrower, limit = 50, ...params }, ctx) {
    const { morpho: address } = BASE.on(ctx.book)
    ctx.step('logs')
    const window = await readWindow(ctx, params)
    const logs = await ctx.chain.getContractEvents({
      address,
      abi: morphoAbi,
      eventName: 'Liquidate',
      args: { ...(id ? { id } : {}), ...(borrower ? { borrower: getAddress(borrower) } : {}) },
      ...window,
      strict: true,
    })
    return {
      ...describeWindow(window),
      totalFound: logs.length,
      liquidations: logs.slice(-limit).map(({ blockNumber, transactionHash, args }) => ({
        blockNumber: blockNumber.toString(),
        transactionHash,
        market: args.id,
        borrower: args.borrower,
        liquidator: args.liquidator,
        repaidBaseUnits: args.repaidAssets.toString(),
        seizedBaseUnits: args.seizedAssets.toString(),
        badDebtBaseUnits: args.badDebtAssets.toString(),
      })),
    }
  },
})
