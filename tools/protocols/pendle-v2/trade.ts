import type { Static } from 'typebox'
import type { ToolContext } from '../../core/context.ts'
import type { TransactionPlan } from '../../core/plan.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { DEFAULT_SLIPPAGE_BPS, minimumAfterSlippage, SlippageSchema } from '../../kit/slippage.ts'
import {
  type Amount,
  approximate,
  assertHeld,
  buildAct,
  NO_ORDERS,
  plainInput,
  plainOutput,
  planActs,
  readHeld,
} from './acts.ts'
import { BASE } from './base.ts'
import { type Market, readMarket, secondsLeft } from './market.ts'
import { matured, QUOTATIONS, type Quotable, type Quote, readQuote } from './quote.ts'

/** What every act in a market takes. */
export const TRADE_INPUT = Type.Object(
  { market: AddressSchema, amountBaseUnits: BaseUnitsSchema, slippageBps: SlippageSchema },
  { additionalProperties: false },
)

type Params = Static<typeof TRADE_INPUT>
type Acting = Pick<ToolContext, 'book' | 'chain' | 'account' | 'step'>

/** An act before it is planned: what goes in, and least what comes out. */
interface Terms {
  readonly ctx: Pick<Acting, 'book' | 'account'>
  readonly market: Market
  readonly amount: bigint
  readonly quote: Quote
  /** The least of it that is accepted, and of YT beside it. */
  readonly least: bigint
  readonly leastYt: bigint
}

interface Way {
  takes(terms: Terms): readonly Amount[]
  gives(terms: Terms): readonly Amount[]
  call(terms: Terms): ReturnType<typeof buildAct>
}

const paysAsset = ({ market, amount }: Terms): Amount => [market.asset, amount]
const getsAsset = ({ market, quote }: Terms): Amount => [market.asset, quote.out]
const ptOf = ({ market }: Terms, amount: bigint): Amount => [market.principal, amount]
const ytOf = ({ market }: Terms, amount: bigint): Amount => [market.yieldToken, amount]
const lpOf = ({ market }: Terms, amount: bigint): Amount => [market.address, amount]

/** What each act takes and gives, and the call of the router that it is. */
const WAYS: Readonly<Record<Quotable, Way>> = {
  'asset>pt': {
    takes: (of) => [paysAsset(of)],
    gives: (of) => [ptOf(of, of.quote.out)],
    call: ({ ctx, market, amount, least, quote }) =>
      buildAct(ctx, 'swapExactTokenForPt', [
        ctx.account,
        market.address,
        least,
        approximate(quote.guess),
        plainInput(market, amount),
        NO_ORDERS,
      ]),
  },
  'pt>asset': {
    takes: (of) => [ptOf(of, of.amount)],
    gives: (of) => [getsAsset(of)],
    call: ({ ctx, market, amount, least }) =>
      buildAct(ctx, 'swapExactPtForToken', [
        ctx.account,
        market.address,
        amount,
        plainOutput(market, least),
        NO_ORDERS,
      ]),
  },
  'asset>yt': {
    takes: (of) => [paysAsset(of)],
    gives: (of) => [ytOf(of, of.quote.out)],
    call: ({ ctx, market, amount, least, quote }) =>
      buildAct(ctx, 'swapExactTokenForYt', [
        ctx.account,
        market.address,
        least,
        approximate(quote.guess),
        plainInput(market, amount),
        NO_ORDERS,
      ]),
  },
  'yt>asset': {
    takes: (of) => [ytOf(of, of.amount)],
    gives: (of) => [getsAsset(of)],
    call: ({ ctx, market, amount, least }) =>
      buildAct(ctx, 'swapExactYtForToken', [
        ctx.account,
        market.address,
        amount,
        plainOutput(market, least),
        NO_ORDERS,
      ]),
  },
  'pt>yt': {
    takes: (of) => [ptOf(of, of.amount)],
    gives: (of) => [ytOf(of, of.quote.out)],
    call: ({ ctx, market, amount, least, quote }) =>
      buildAct(ctx, 'swapExactPtForYt', [
        ctx.account,
        market.address,
        amount,
        least,
        approximate(quote.guess),
      ]),
  },
  'yt>pt': {
    takes: (of) => [ytOf(of, of.amount)],
    gives: (of) => [ptOf(of, of.quote.out)],
    call: ({ ctx, market, amount, least, quote }) =>
      buildAct(ctx, 'swapExactYtForPt', [
        ctx.account,
        market.address,
        amount,
        least,
        approximate(quote.guess),
      ]),
  },
  add: {
    takes: (of) => [paysAsset(of)],
    gives: (of) => [lpOf(of, of.quote.out)],
    call: ({ ctx, market, amount, least, quote }) =>
      buildAct(ctx, 'addLiquiditySingleToken', [
        ctx.account,
        market.address,
        least,
        approximate(quote.guess),
        plainInput(market, amount),
        NO_ORDERS,
      ]),
  },
  addKeepYt: {
    takes: (of) => [paysAsset(of)],
    gives: (of) => [lpOf(of, of.quote.out), ytOf(of, of.quote.keptYt)],
    call: ({ ctx, market, amount, least, leastYt }) =>
      buildAct(ctx, 'addLiquiditySingleTokenKeepYt', [
        ctx.account,
        market.address,
        least,
        leastYt,
        plainInput(market, amount),
      ]),
  },
  remove: {
    takes: (of) => [lpOf(of, of.amount)],
    gives: (of) => [getsAsset(of)],
    call: ({ ctx, market, amount, least }) =>
      buildAct(ctx, 'removeLiquiditySingleToken', [
        ctx.account,
        market.address,
        amount,
        plainOutput(market, least),
        NO_ORDERS,
      ]),
  },
  split: {
    takes: (of) => [paysAsset(of)],
    gives: (of) => [ptOf(of, of.quote.out), ytOf(of, of.quote.out)],
    call: ({ ctx, market, amount, least }) =>
      buildAct(ctx, 'mintPyFromToken', [ctx.account, market.yieldToken, least, plainInput(market, amount)]),
  },
  merge: {
    takes: (of) => [ptOf(of, of.amount), ytOf(of, of.amount)],
    gives: (of) => [getsAsset(of)],
    call: ({ ctx, market, amount, least }) =>
      buildAct(ctx, 'redeemPyToToken', [ctx.account, market.yieldToken, amount, plainOutput(market, least)]),
  },
  redeem: {
    takes: (of) => [ptOf(of, of.amount)],
    gives: (of) => [getsAsset(of)],
    call: ({ ctx, market, amount, least }) =>
      buildAct(ctx, 'redeemPyToToken', [ctx.account, market.yieldToken, amount, plainOutput(market, least)]),
  },
}

/** Acts that are there from maturity on. */
const MATURED_ACTS: readonly Quotable[] = ['redeem', 'remove']

/** Refuse what maturity forbids. @throws ToolError PENDLE_MATURED, PENDLE_NOT_MATURED */
function assertTime(market: Market, act: Quotable): void {
  const isMatured = secondsLeft(market) === 0n
  if (isMatured && !MATURED_ACTS.includes(act)) throw matured(market)
  if (isMatured || act !== 'redeem') return
  const [found, expected] = [market.nowSeconds, market.expirySeconds]
  throw BASE.error('PENDLE_NOT_MATURED', { market: market.address, found, expected })
}

/**
 * Plan an act in a market for at least what it is quoted at, less the slippage.
 *
 * @throws ToolError of `ACT_ERROR_CODES`; PENDLE_NOT_MATURED
 */
export async function planTrade(ctx: Acting, params: Params, act: Quotable): Promise<TransactionPlan> {
  const { slippageBps = DEFAULT_SLIPPAGE_BPS } = params
  const amount = readAmount(params.amountBaseUnits)
  ctx.step('market')
  const market = await readMarket(ctx, params.market)
  assertTime(market, act)
  ctx.step('quote')
  const way = WAYS[act]
  const unquoted = { ctx, market, amount, quote: NO_QUOTE, least: 0n, leastYt: 0n }
  const held = way.takes(unquoted).filter(([token]) => token !== market.asset)
  if (held.length > 0) {
    const found = await readHeld(
      ctx,
      held.map(([token]) => token),
    )
    for (const [index, [token, needed]] of held.entries()) assertHeld(token, found[index] ?? 0n, needed)
  }
  const quote = await readQuote(ctx, market, QUOTATIONS[act], amount)
  const least = minimumAfterSlippage(quote.out, slippageBps)
  const leastYt = minimumAfterSlippage(quote.keptYt, slippageBps)
  const terms: Terms = { ctx, market, amount, quote, least, leastYt }
  return planActs(ctx, market, [{ call: way.call(terms), takes: way.takes(terms), gives: way.gives(terms) }])
}

const NO_QUOTE: Quote = {
  out: 0n,
  guess: 0n,
  keptYt: 0n,
  syFee: 0n,
  priceImpact: 0n,
  impliedApyAfter: undefined,
}
