import { chainsOf } from '../../core/base.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { morphoAbi } from './abi.ts'
import { BASE } from './base.ts'
import { describeMarket, MARKET_OUTPUT } from './describe-market.ts'
import { type Market, MarketIdSchema, readOpenMarkets } from './market.ts'

/** List markets that were created, by their tokens, with size and rates. */
export const TOOL_DEF = defineReadTool({
  name: 'morpho_list_markets',
  description: 'List Morpho markets by loan or collateral asset, with size and rates.',
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs', 'markets'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'morpho_list_markets lists Morpho Blue markets created in a range of blocks, by loan and collateral token, with totals, utilisation and yields, the largest first.',
  promptGuidelines: [
    'Anyone creates markets: judge the oracle before lending.',
    'To look further back give the block before fromBlock as toBlock.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      loanToken: Type.Optional(TokenSchema),
      collateralToken: Type.Optional(TokenSchema),
      ...WINDOW_PARAMETERS,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, description: 'most markets, 20 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...WINDOW_OUTPUT,
    totalFound: Type.Integer(),
    markets: Type.Array(Type.Object(MARKET_OUTPUT)),
    /** Markets whose tokens or rate model say nothing. */
    unread: Type.Array(MarketIdSchema),
  }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED', 'UNKNOWN_TOKEN'],
  async read({ loanToken, collateralToken, limit = 20, ...params }, ctx) {
    const { morpho: address } = BASE.on(ctx.book)
    const [loan, collateral] = await Promise.all(
      [loanToken, collateralToken].map((name) => (name === undefined ? undefined : resolveErc20(ctx, name))),
    )
    ctx.step('logs')
    const window = await readWindow(ctx, params)
    const logs = await ctx.chain.getContractEvents({
      address,
      abi: morphoAbi,
      eventName: 'CreateMarket',
      ...window,
      strict: true,
    })
    const found = logs.filter(
      ({ args: { marketParams } }) =>
        (loan === undefined || isAddressEqual(marketParams.loanToken, loan.address)) &&
        (collateral === undefined || isAddressEqual(marketParams.collateralToken, collateral.address)),
    )
    ctx.step('markets')
    const ids = found.slice(-limit).map(({ args: { id } }) => id)
    const { markets, unread } = await readOpenMarkets(ctx, ids)
    return {
      ...describeWindow(window),
      totalFound: found.length,
      markets: markets.toSorted((a, b) => compareSize(b, a)).map(describeMarket),
      unread: [...unread],
    }
  },
})

/** Compare what is lent in whole tokens: markets of different loan tokens stand in one list. */
function compareSize(a: Market, b: Market): number {
  const [sizeA, sizeB] = [
    a.totals.supplyAssets * 10n ** BigInt(b.loan.decimals),
    b.totals.supplyAssets * 10n ** BigInt(a.loan.decimals),
  ]
  return sizeA < sizeB ? -1 : sizeA > sizeB ? 1 : 0
}
