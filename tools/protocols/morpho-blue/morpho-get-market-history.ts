import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { morphoAbi } from './abi.ts'
import { BASE } from './base.ts'
import { MarketIdSchema } from './market.ts'
import { toPaidApyBps } from './maths.ts'

/** Read rates and bad debt of a market over a range of blocks, from its logs. */
export const TOOL_DEF = defineReadTool({
  name: 'morpho_get_market_history',
  description: 'Read the rates and the bad debt of a Morpho market over a range of blocks.',
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'morpho_get_market_history lists when interest of a Morpho Blue market was booked, at which rate and how much, and what lenders lost to bad debt.',
  promptGuidelines: ['Rates are averages since the booking before.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      market: MarketIdSchema,
      ...WINDOW_PARAMETERS,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 500, description: 'most bookings, 100 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    market: MarketIdSchema,
    ...WINDOW_OUTPUT,
    totalFound: Type.Integer(),
    interestBaseUnits: BaseUnitsSchema,
    badDebtBaseUnits: BaseUnitsSchema,
    bookings: Type.Array(
      Type.Object({
        blockNumber: Type.String(),
        transactionHash: HashSchema,
        borrowRatePerSecondWad: Type.String(),
        borrowApyBps: Type.Integer(),
        interestBaseUnits: BaseUnitsSchema,
      }),
    ),
  }),
  errorCodes: ['MARKET_NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED'],
  async read({ market, limit = 100, ...params }, ctx) {
    const { morpho: address } = BASE.on(ctx.book)
    ctx.step('logs')
    const window = await readWindow(ctx, params)
    const query = { address, abi: morphoAbi, args: { id: market }, ...window, strict: true } as const
    const [state, bookings, liquidations] = await Promise.all([
      ctx.chain.readContract({ address, abi: morphoAbi, functionName: 'market', args: [market] }),
      ctx.chain.getContractEvents({ ...query, eventName: 'AccrueInterest' }),
      ctx.chain.getContractEvents({ ...query, eventName: 'Liquidate' }),
    ])
    if (state.lastUpdate === 0n) throw BASE.error('MARKET_NOT_FOUND', { market })
    const interest = bookings.reduce((sum, { args }) => sum + args.interest, 0n)
    const badDebt = liquidations.reduce((sum, { args }) => sum + args.badDebtAssets, 0n)
    return {
      market,
      ...describeWindow(window),
      totalFound: bookings.length,
      interestBaseUnits: interest.toString(),
      badDebtBaseUnits: badDebt.toString(),
      bookings: bookings.slice(-limit).map(({ blockNumber, transactionHash, args }) => ({
        blockNumber: blockNumber.toString(),
        transactionHash,
        borrowRatePerSecondWad: args.prevBorrowRate.toString(),
        borrowApyBps: toPaidApyBps(args.prevBorrowRate),
        interestBaseUnits: args.interest.toString(),
      })),
    }
  },
})
