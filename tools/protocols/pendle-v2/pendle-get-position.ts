import { type Address, getAddress } from 'viem'
import type { SimulatedCallResult } from '../../core/chain.ts'
import { decodeFunctionResult } from '../../core/decode-function-result.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { routerStaticAbi } from './abi.ts'
import { BASE } from './base.ts'
import { CHAINS } from './chains.ts'
import { MARKET_ERROR_CODES, readMarket } from './market.ts'

interface Rewards {
  readonly unclaimedRewards: readonly { readonly token: Address; readonly amount: bigint }[]
}
type Of = 'getUserPYInfo' | 'getUserMarketInfo'

function read<Info>(functionName: Of, result: SimulatedCallResult | undefined): Info | undefined {
  if (!result?.ok) return undefined
  return decodeFunctionResult({ abi: routerStaticAbi, functionName, data: result.returnData }) as Info
}

/** Read what an account has of a market's tokens, and what it may claim. */
export const TOOL_DEF = defineReadTool({
  name: 'pendle_get_position',
  description: 'Read SY, PT, YT and LP of an account in a Pendle market with what it may claim.',
  category: 'yield',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['market', 'account'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'pendle_get_position reads how much SY, PT, YT and LP an account has of a Pendle market, what its LP holds of PT and SY, and the interest and rewards that it may claim.',
  promptGuidelines: ['Interest and rewards count once they are claimed: pendle_claim_yield.'],
  supportedChains: CHAINS,
  input: Type.Object(
    { market: AddressSchema, account: Type.Optional(AddressSchema) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    market: AddressSchema,
    account: AddressSchema,
    expirySeconds: Type.Integer(),
    syBaseUnits: BaseUnitsSchema,
    ptBaseUnits: BaseUnitsSchema,
    ytBaseUnits: BaseUnitsSchema,
    lpBaseUnits: BaseUnitsSchema,
    /** What the market holds for the LP at this moment. */
    ptOfLpBaseUnits: BaseUnitsSchema,
    syOfLpBaseUnits: BaseUnitsSchema,
    /** Interest of YT that a claim pays, after the fee. */
    claimableSyBaseUnits: BaseUnitsSchema,
    claimableRewards: Type.Array(Type.Object({ token: AddressSchema, amountBaseUnits: BaseUnitsSchema })),
  }),
  errorCodes: MARKET_ERROR_CODES,
  async read(params, ctx) {
    const { routerStatic: to } = BASE.on(ctx.book)
    const account = getAddress(params.account ?? ctx.account)
    ctx.step('market')
    const market = await readMarket(ctx, params.market)
    ctx.step('account')
    const tokens = [market.sy, market.principal, market.yieldToken, market.address]
    const asked = [
      ['getUserPYInfo', market.yieldToken],
      ['getUserMarketInfo', market.address],
    ] as const
    const { before, calls } = await ctx.chain.simulate(
      asked.map(([functionName, of]) => ({
        from: account,
        to,
        valueWei: 0n,
        data: encodeFunctionData({ abi: routerStaticAbi, functionName, args: [of, account] }),
      })),
      { balances: tokens.map((token) => ({ token, account })), allowances: [], codeHashes: [], feeds: [] },
    )
    const [sy, pt, yt, lp] = before.balances.map((balance) => (balance ?? 0n).toString())
    const ofYield = read<Rewards & { unclaimedInterest: { amount: bigint } }>('getUserPYInfo', calls[0])
    const ofMarket = read<Rewards & { ptBalance: { amount: bigint }; syBalance: { amount: bigint } }>(
      'getUserMarketInfo',
      calls[1],
    )
    const rewards = [...(ofYield?.unclaimedRewards ?? []), ...(ofMarket?.unclaimedRewards ?? [])]
    return {
      market: market.address,
      account,
      expirySeconds: Number(market.expirySeconds),
      syBaseUnits: sy as string,
      ptBaseUnits: pt as string,
      ytBaseUnits: yt as string,
      lpBaseUnits: lp as string,
      ptOfLpBaseUnits: (ofMarket?.ptBalance.amount ?? 0n).toString(),
      syOfLpBaseUnits: (ofMarket?.syBalance.amount ?? 0n).toString(),
      claimableSyBaseUnits: (ofYield?.unclaimedInterest.amount ?? 0n).toString(),
      claimableRewards: rewards.map(({ token, amount }) => ({
        token: getAddress(token),
        amountBaseUnits: amount.toString(),
      })),
    }
  },
})
