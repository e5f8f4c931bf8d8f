import type { ToolContext } from '../../core/context.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { minimumAfterSlippage } from '../../kit/slippage.ts'
import { ask, view } from '../../kit/views.ts'
import { syAbi } from './abi.ts'
import { type Act, buildAct, plainOutput, planActs, TRADE_TOLERANCE_BPS } from './acts.ts'
import { BASE } from './base.ts'
import { CHAINS } from './chains.ts'
import { readDue } from './due.ts'
import { MARKET_ERROR_CODES, type Market, readMarket } from './market.ts'
import { ACT_OUTPUT, settleAct } from './settle.ts'

/** Unwrap what was claimed: a cage counts no gift as a position. */
async function unwrap(
  ctx: Pick<ToolContext, 'book' | 'chain' | 'account'>,
  market: Market,
  interest: bigint,
): Promise<Act> {
  const { sy, asset } = market
  const { values } = await ask(ctx, [view(sy, syAbi, 'previewRedeem', [asset, interest])])
  const out = (values[0] as bigint | undefined) ?? 0n
  if (out === 0n) {
    const problem = 'the interest is worth nothing'
    throw BASE.error('PENDLE_NO_TRADE', { market: market.address, act: 'unwrap', amount: interest, problem })
  }
  const least = minimumAfterSlippage(out, TRADE_TOLERANCE_BPS)
  return {
    call: buildAct(ctx, 'redeemSyToToken', [ctx.account, sy, interest, plainOutput(market, least)]),
    takes: [[sy, interest]],
    gives: [[asset, out]],
  }
}

/** Claim what YT earned. */
export const TOOL_DEF = defineWriteTool({
  name: 'pendle_claim_yield',
  description: 'Claim interest and rewards that are due on SY, YT and LP of a Pendle market.',
  category: 'yield',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['market', 'due'],
  spriteTrigger: 'executing',
  promptSnippet:
    'pendle_claim_yield claims the interest that yield tokens of a Pendle market earned, in its asset, and the rewards of its SY and LP.',
  promptGuidelines: ['pendle_get_position tells what is due.'],
  supportedChains: CHAINS,
  input: Type.Object({ market: AddressSchema }, { additionalProperties: false }),
  output: ACT_OUTPUT,
  errorCodes: [...MARKET_ERROR_CODES, 'PENDLE_NOTHING_DUE', 'PENDLE_NO_TRADE'],
  async plan({ market: named }, ctx) {
    ctx.step('market')
    const market = await readMarket(ctx, named)
    const { address, sy, yieldToken } = market
    ctx.step('due')
    const { interest, rewards } = await readDue(ctx, market, ctx.account)
    const paid = rewards.filter(({ amount }) => amount > 0n)
    if (interest === 0n && paid.length === 0) throw BASE.error('PENDLE_NOTHING_DUE', { market: address })
    const claim = buildAct(ctx, 'redeemDueInterestAndRewards', [ctx.account, [sy], [yieldToken], [address]])
    const unwrapped = interest === 0n ? [] : [await unwrap(ctx, market, interest)]
    const { expectation, ...plan } = planActs(ctx, market, [
      { call: claim, takes: [], gives: interest === 0n ? [] : [[sy, interest]] },
      ...unwrapped,
    ])
    const rewarded = paid.map(({ token, amount }) => ({
      token,
      account: ctx.account,
      deltaBaseUnits: amount,
    }))
    return { ...plan, expectation: { ...expectation, assets: [...expectation.assets, ...rewarded] } }
  },
  settle: settleAct,
})
