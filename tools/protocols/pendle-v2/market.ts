import { type Address, getAddress } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { ask, view } from '../../kit/views.ts'
import { marketAbi, marketFactoryAbi, pyAbi, syAbi } from './abi.ts'
import { BASE, listKnownMarkets } from './base.ts'
import { priceOfPrincipal, toApy, toDays } from './rates.ts'

type Reading = Pick<ToolContext, 'book' | 'chain'>

/** Codes that reading a market may raise. */
export const MARKET_ERROR_CODES = ['PENDLE_NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED'] as const

/** What is read of a market, as one account's part of it. */
export interface Market {
  readonly address: Address
  readonly sy: Address
  readonly principal: Address
  readonly yieldToken: Address
  readonly asset: Address
  readonly assetSymbol: string
  readonly assetDecimals: number
  readonly expirySeconds: bigint
  readonly nowSeconds: bigint
  readonly blockNumber: bigint
  readonly totalPt: bigint
  readonly totalSy: bigint
  readonly totalLp: bigint
  /** Logarithm of the yield a year, 18 decimals, as the last trade left it. */
  readonly lnImpliedRate: bigint
  /** Logarithm a year, 18 decimals. */
  readonly lnFeeRate: bigint
  /** Assets for one SY, 18 decimals. */
  readonly syRate: bigint
  /** Assets for one SY as PT and YT count them: the highest that SY ever had (PYIndex.sol). */
  readonly pyIndex: bigint
  readonly isListed: boolean
}

interface State {
  readonly totalPt: bigint
  readonly totalSy: bigint
  readonly totalLp: bigint
  readonly expiry: bigint
  readonly lnFeeRateRoot: bigint
  readonly lastLnImpliedRate: bigint
}

/** Say that a contract is not what was expected of Pendle. */
export const notFound = (contract: Address, expected: string, problem: string) =>
  BASE.error('PENDLE_NOT_FOUND', { contract, expected, problem })

const VIEWS_EACH = 3
const FACTS_EACH = 3

/**
 * Read markets at the head, in two requests.
 *
 * @throws ToolError PENDLE_NOT_FOUND when one of them was not made by Pendle's factory, or its SY says nothing
 */
export async function readMarkets(ctx: Reading, named: readonly Address[]): Promise<readonly Market[]> {
  const found = await findMarkets(ctx, named)
  return found.map((market) => {
    if (market instanceof ToolError) throw market
    return market
  })
}

/** Read markets as `readMarkets` does, with why in the place of one that cannot be read: anyone makes markets. */
export async function findMarkets(
  ctx: Reading,
  named: readonly Address[],
): Promise<readonly (Market | ToolError)[]> {
  const { marketFactory, router } = BASE.on(ctx.book)
  const addresses = named.map((address) => getAddress(address))
  const first = await ask(
    ctx,
    addresses.flatMap((address) => [
      view(marketFactory, marketFactoryAbi, 'isValidMarket', [address]),
      view(address, marketAbi, 'readTokens'),
      view(address, marketAbi, 'readState', [router]),
    ]),
  )
  const found = addresses.map((address, at) => {
    const [isValid, tokens, state] = first.values.slice(VIEWS_EACH * at, VIEWS_EACH * (at + 1)) as [
      boolean?,
      (readonly [Address, Address, Address])?,
      State?,
    ]
    return isValid === true && tokens && state
      ? { address, sy: tokens[0], principal: tokens[1], yieldToken: tokens[2], state }
      : notFound(address, 'market', 'its factory did not make it')
  })
  const made = found.flatMap((market) => (market instanceof ToolError ? [] : [market]))
  const second = await ask(
    ctx,
    made.flatMap(({ sy, yieldToken }) => [
      view(sy, syAbi, 'exchangeRate'),
      view(sy, syAbi, 'assetInfo'),
      view(yieldToken, pyAbi, 'pyIndexStored'),
    ]),
  )
  const listed = new Set(listKnownMarkets(ctx.book).map(({ market }) => market))
  return found.map((market): Market | ToolError => {
    if (market instanceof ToolError) return market
    const { state, ...tokens } = market
    const at = made.indexOf(market)
    const facts = second.values.slice(FACTS_EACH * at, FACTS_EACH * (at + 1))
    const [syRate, info, stored] = facts as [bigint?, (readonly [number, Address, number])?, bigint?]
    if (syRate === undefined || info === undefined || stored === undefined) {
      return notFound(tokens.address, 'market', 'its SY names no asset or no rate')
    }
    const asset = getAddress(info[1])
    return {
      ...tokens,
      asset,
      assetSymbol: ctx.book.tokens.find(({ address }) => address === asset)?.symbol ?? '',
      assetDecimals: info[2],
      expirySeconds: state.expiry,
      nowSeconds: second.nowSeconds,
      blockNumber: second.blockNumber,
      totalPt: state.totalPt,
      totalSy: state.totalSy,
      totalLp: state.totalLp,
      lnImpliedRate: state.lastLnImpliedRate,
      lnFeeRate: state.lnFeeRateRoot,
      syRate,
      pyIndex: syRate > stored ? syRate : stored,
      isListed: listed.has(tokens.address),
    }
  })
}

/** Read one market. @throws ToolError PENDLE_NOT_FOUND */
export async function readMarket(ctx: Reading, address: Address): Promise<Market> {
  const [market] = await readMarkets(ctx, [address])
  return market as Market
}

/** Seconds until a market's PT can be redeemed; 0 from then on. */
export const secondsLeft = ({ expirySeconds, nowSeconds }: Pick<Market, 'expirySeconds' | 'nowSeconds'>) =>
  expirySeconds > nowSeconds ? expirySeconds - nowSeconds : 0n

/** What every tool about markets says of one. */
export const MARKET_OUTPUT = {
  market: AddressSchema,
  standardizedYield: AddressSchema,
  principalToken: AddressSchema,
  yieldToken: AddressSchema,
  asset: AddressSchema,
  assetSymbol: Type.String(),
  expirySeconds: Type.Integer(),
  daysToMaturity: Type.String(),
  isMatured: Type.Boolean(),
  /** Yield a year, compounded, that a buyer of PT locks in at the margin: a share, 0.08 for 8 %. */
  impliedApy: Type.String(),
  /** At the margin, without fees; not an average. */
  ptPriceInAssets: Type.String(),
  ytPriceInAssets: Type.String(),
  /** Whether the book names it: of no other may a cage hold tokens by default. */
  isListed: Type.Boolean(),
}

/** Describe a market as `MARKET_OUTPUT` has it. */
export function describeMarket(market: Market) {
  const left = secondsLeft(market)
  const price = priceOfPrincipal(market.lnImpliedRate, left)
  return {
    market: market.address,
    standardizedYield: market.sy,
    principalToken: market.principal,
    yieldToken: market.yieldToken,
    asset: market.asset,
    assetSymbol: market.assetSymbol,
    expirySeconds: Number(market.expirySeconds),
    daysToMaturity: toDays(left),
    isMatured: left === 0n,
    impliedApy: toApy(market.lnImpliedRate),
    ptPriceInAssets: price.pt,
    ytPriceInAssets: price.yt,
    isListed: market.isListed,
  }
}

/** What a market holds. */
export const RESERVES_OUTPUT = {
  totalPtBaseUnits: BaseUnitsSchema,
  totalSyBaseUnits: BaseUnitsSchema,
  totalLpBaseUnits: BaseUnitsSchema,
}

/** Describe what a market holds as `RESERVES_OUTPUT` has it. */
export const describeReserves = ({ totalPt, totalSy, totalLp }: Market) => ({
  totalPtBaseUnits: totalPt.toString(),
  totalSyBaseUnits: totalSy.toString(),
  totalLpBaseUnits: totalLp.toString(),
})
