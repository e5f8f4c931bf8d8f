import { getAddress } from 'viem'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { marketFactoryAbi } from './abi.ts'
import { BASE, listKnownMarkets } from './base.ts'
import { CHAINS } from './chains.ts'
import {
  describeMarket,
  describeReserves,
  findMarkets,
  MARKET_ERROR_CODES,
  MARKET_OUTPUT,
  RESERVES_OUTPUT,
} from './market.ts'

/** List markets that the book knows, and those that the factory made lately. */
export const TOOL_DEF = defineReadTool({
  name: 'pendle_list_markets',
  description: 'List Pendle markets with maturity, asset, size and implied yield.',
  category: 'yield',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['factory', 'markets'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'pendle_list_markets lists the Pendle markets that are known and those that the factory made in a range of blocks, with maturity, asset, size and implied yield.',
  promptGuidelines: ['Anyone makes markets: one that is not listed needs the owner before anything goes in.'],
  supportedChains: CHAINS,
  leadsTo: [
    {
      tool: 'pendle_get_oracle_price',
      probability: 0.4,
      derive: (_, { markets }) =>
        Array.isArray(markets)
          ? markets.slice(0, 1).map((one) => ({ market: (one as { market: string }).market }))
          : [],
    },
  ],
  input: Type.Object(
    {
      ...WINDOW_PARAMETERS,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 20, description: 'most markets of the logs, 10 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...WINDOW_OUTPUT,
    totalFound: Type.Integer(),
    /** Those that are known first. */
    markets: Type.Array(Type.Object({ ...MARKET_OUTPUT, ...RESERVES_OUTPUT })),
    /** Markets whose SY says nothing. */
    unread: Type.Array(AddressSchema),
  }),
  errorCodes: MARKET_ERROR_CODES,
  async read({ limit = 10, ...params }, ctx) {
    const { marketFactory: address } = BASE.on(ctx.book)
    ctx.step('factory')
    const window = await readWindow(ctx, params)
    const created = await ctx.chain.getContractEvents({
      address,
      abi: marketFactoryAbi,
      eventName: 'CreateNewMarket',
      ...window,
      strict: true,
    })
    const known = listKnownMarkets(ctx.book).map(({ market }) => market)
    const others = created
      .map(({ args }) => getAddress(args.market))
      .filter((market) => !known.includes(market))
    ctx.step('markets')
    const named = [...known, ...others.slice(-limit)]
    const found = await findMarkets(ctx, named)
    const markets = found.flatMap((market) => (market instanceof ToolError ? [] : [market]))
    return {
      ...describeWindow(window),
      totalFound: known.length + others.length,
      markets: markets.map((market) => ({ ...describeMarket(market), ...describeReserves(market) })),
      unread: named.filter((_, index) => found[index] instanceof ToolError),
    }
  },
})
