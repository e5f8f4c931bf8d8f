import type { Address, ContractFunctionName } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { ask, view } from '../../kit/views.ts'
import { routerStaticAbi } from './abi.ts'
import { BASE } from './base.ts'
import { type Market, secondsLeft } from './market.ts'
import { apyOfExchangeRate } from './rates.ts'

type Reading = Pick<ToolContext, 'book' | 'chain'>

/** What can be given for what in a market: its asset, its principal and its yield token. */
export type Side = 'asset' | 'pt' | 'yt'

/** A view of the router's: its arguments, and where in its answer stand what is told beside what comes out. */
interface Quotation {
  readonly name: ContractFunctionName<typeof routerStaticAbi, 'view'>
  readonly args: (market: Market, amount: bigint) => readonly unknown[]
  /** What the router has to be told that it comes to; what comes out unless said. */
  readonly guess?: number
  /** Undefined where the rate stays. */
  readonly fee?: number
  readonly impact?: number
  readonly rate?: number
  /** Where the YT stands that comes beside it. */
  readonly kept?: number
}

const paying = ({ address, asset }: Market, amount: bigint) => [address, asset, amount]
const getting = ({ address, asset }: Market, amount: bigint) => [address, amount, asset]
const within = ({ address }: Market, amount: bigint) => [address, amount]
const splitting = ({ yieldToken, asset }: Market, amount: bigint) => [yieldToken, asset, amount]
const merging = ({ yieldToken, asset }: Market, amount: bigint) => [yieldToken, amount, asset]

/** What is done in a market: a trade by what is given and what is got, a change of liquidity, splitting and merging. */
export const QUOTATIONS = {
  'asset>pt': { name: 'swapExactTokenForPtStatic', args: paying, fee: 2, impact: 3, rate: 4 },
  'pt>asset': { name: 'swapExactPtForTokenStatic', args: getting, fee: 2, impact: 3, rate: 4 },
  'asset>yt': { name: 'swapExactTokenForYtStatic', args: paying, fee: 2, impact: 3, rate: 4 },
  'yt>asset': { name: 'swapExactYtForTokenStatic', args: getting, fee: 1, impact: 2, rate: 3 },
  'pt>yt': { name: 'swapExactPtForYtStatic', args: within, guess: 1, fee: 2, impact: 3, rate: 4 },
  'yt>pt': { name: 'swapExactYtForPtStatic', args: within, guess: 1, fee: 2, impact: 3, rate: 4 },
  add: { name: 'addLiquiditySingleTokenStatic', args: paying, guess: 1, fee: 2, impact: 3, rate: 4 },
  addKeepYt: { name: 'addLiquiditySingleTokenKeepYtStatic', args: paying, kept: 1 },
  remove: { name: 'removeLiquiditySingleTokenStatic', args: getting, fee: 1, impact: 2, rate: 3 },
  split: { name: 'mintPyFromTokenStatic', args: splitting },
  merge: { name: 'redeemPyToTokenStatic', args: merging },
  redeem: { name: 'redeemPyToTokenStatic', args: merging },
} as const satisfies Readonly<Record<string, Quotation>>

/** Something that is done in a market. */
export type Quotable = keyof typeof QUOTATIONS

/** Trades by what is given and what is got. */
export const TRADES: ReadonlyMap<string, Quotation> = new Map(
  (['asset>pt', 'pt>asset', 'asset>yt', 'yt>asset', 'pt>yt', 'yt>pt'] as const).map((way) => [
    way,
    QUOTATIONS[way],
  ]),
)

/** Trades against SY: what rolls and exits consist of. */
export const SY_TRADES = {
  sell: { name: 'swapExactPtForSyStatic', args: within, fee: 1, impact: 2, rate: 3 },
  sellYield: { name: 'swapExactYtForSyStatic', args: within, fee: 1, impact: 2, rate: 3 },
  buy: { name: 'swapExactSyForPtStatic', args: within, fee: 1, impact: 2, rate: 3 },
} as const satisfies Readonly<Record<string, Quotation>>

/** What a market would give for an amount. */
export interface Quote {
  readonly out: bigint
  /** What the router is told that it comes to. */
  readonly guess: bigint
  /** YT that comes beside it. */
  readonly keptYt: bigint
  readonly syFee: bigint
  /** 18 decimals. */
  readonly priceImpact: bigint
  /** Yield a year that it leaves; undefined where it stays as it is. */
  readonly impliedApyAfter: string | undefined
}

/** Views of what is there from maturity on. */
const AFTER_MATURITY: readonly string[] = ['removeLiquiditySingleTokenStatic', 'redeemPyToTokenStatic']

/**
 * Ask the router's views what a market gives for an amount, in one request.
 *
 * @throws ToolError PENDLE_MATURED; PENDLE_NO_TRADE where the view reverts or gives nothing
 */
export async function readQuote(
  ctx: Reading,
  market: Market,
  { name, args, guess, fee, impact, rate, kept }: Quotation,
  amount: bigint,
): Promise<Quote> {
  const left = secondsLeft(market)
  if (left === 0n && !AFTER_MATURITY.includes(name)) throw matured(market)
  const { routerStatic } = BASE.on(ctx.book)
  const { values } = await ask(ctx, [view(routerStatic, routerStaticAbi, name, args(market, amount))])
  // A view of one value answers it alone.
  const told = values[0] as bigint | readonly bigint[] | undefined
  const answer = typeof told === 'bigint' ? [told] : told
  const of = (place: number | undefined) => (place === undefined ? 0n : (answer?.[place] ?? 0n))
  const out = answer?.[0] ?? 0n
  if (out === 0n) {
    throw BASE.error('PENDLE_NO_TRADE', {
      market: market.address,
      act: name.replace(/Static$/, ''),
      amount,
      problem: answer === undefined ? 'its view reverts' : 'nothing would come of it',
    })
  }
  return {
    out,
    guess: guess === undefined ? out : of(guess),
    keptYt: of(kept),
    syFee: of(fee),
    priceImpact: of(impact),
    impliedApyAfter: rate === undefined || left === 0n ? undefined : apyOfExchangeRate(of(rate), left),
  }
}

/** Say that a market matured. */
export const matured = ({ address, expirySeconds, nowSeconds }: Market) =>
  BASE.error('PENDLE_MATURED', { market: address, found: expirySeconds, expected: nowSeconds })

/** The token of a side. */
export const tokenOf = ({ asset, principal, yieldToken }: Market, side: Side): Address =>
  ({ asset, pt: principal, yt: yieldToken })[side]
