import { getAddress } from 'viem'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { CHAINS } from './chains.ts'
import { readDue } from './due.ts'
import { MARKET_ERROR_CODES, readMarket } from './market.ts'

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
    const account = getAddress(params.account ?? ctx.account)
    ctx.step('market')
    const market = await readMarket(ctx, params.market)
    ctx.step('account')
    const { balances, ...due } = await readDue(ctx, market, account)
    const [sy, pt, yt, lp] = balances
    return {
      market: market.address,
      account,
      expirySeconds: Number(market.expirySeconds),
      syBaseUnits: sy.toString(),
      ptBaseUnits: pt.toString(),
      ytBaseUnits: yt.toString(),
      lpBaseUnits: lp.toString(),
      ptOfLpBaseUnits: due.ptOfLp.toString(),
      syOfLpBaseUnits: due.syOfLp.toString(),
      claimableSyBaseUnits: due.interest.toString(),
      claimableRewards: due.rewards.map(({ token, amount }) => ({
        token: getAddress(token),
        amountBaseUnits: amount.toString(),
      })),
    }
  },
})
