import { type Address, type Hex, size, slice, zeroAddress } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { findToolError, ToolError } from '../../core/errors.ts'
import { HashSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { multicall3Abi } from '../../kit/bundle-abi.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import { irmAbi, morphoAbi, oracleAbi } from './abi.ts'
import { BASE } from './base.ts'
import type { MarketTerms } from './market-id.ts'
import { accrue, type Totals } from './maths.ts'

type Reading = Pick<ToolContext, 'book' | 'chain'>

/** What an account has in a market, in shares and base units of the collateral token. */
export interface Holding {
  readonly supplyShares: bigint
  readonly borrowShares: bigint
  readonly collateral: bigint
}

/** A market as it is now, with the interest that nobody has booked yet. */
export interface Market {
  readonly id: Hex
  readonly terms: MarketTerms
  readonly loan: TokenInfo
  /** Undefined in a market without collateral, where nothing can be borrowed. */
  readonly collateral: TokenInfo | undefined
  readonly totals: Totals
  readonly feeWad: bigint
  readonly lastUpdateSeconds: number
  readonly nowSeconds: number
  /** What borrowing costs per second since interest was last booked. */
  readonly borrowRateWad: bigint
  /** Base units of the loan token for one of collateral, scaled by 10^36; undefined where the oracle fails. */
  readonly price: bigint | undefined
  readonly holding: Holding
}

/** The id of a market, as every tool takes it. */
export const MarketIdSchema = Type.Unsafe<Hex>({
  ...HashSchema,
  description: 'id of the market, 32-byte hash of its parameters',
})

/**
 * Read markets with what an account has in each, in two requests.
 *
 * @throws ToolError MARKET_NOT_FOUND, PROTOCOL_NOT_DEPLOYED, UNKNOWN_TOKEN, CHAIN_READ_FAILED
 */
export async function readMarkets(
  ctx: Reading,
  ids: readonly Hex[],
  account: Address = zeroAddress,
): Promise<readonly Market[]> {
  const raw = await readRaw(ctx, ids, account)
  return Promise.all(
    raw.map((market, index) => {
      if (market === undefined) throw BASE.error('MARKET_NOT_FOUND', { market: ids[index] as Hex })
      return describe(ctx, market)
    }),
  )
}

/** Codes by which a market says nothing of itself. */
const UNREAD_CODES: readonly (string | undefined)[] = ['UNKNOWN_TOKEN', 'CHAIN_READ_FAILED']

/**
 * Read markets that anyone may have named, as `readMarkets` does: those that Morpho does not know, or whose tokens or rate
 * model do not answer, stand apart, by their ids, and keep no other from being read.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED
 */
export async function readOpenMarkets(
  ctx: Reading,
  ids: readonly Hex[],
  account: Address = zeroAddress,
): Promise<{ readonly markets: readonly Market[]; readonly unread: readonly Hex[] }> {
  const raw = await readRaw(ctx, ids, account)
  const found = await Promise.all(
    raw.map(async (market) =>
      market === undefined
        ? undefined
        : describe(ctx, market).catch((cause: unknown) => {
            if (UNREAD_CODES.includes(findToolError(cause)?.code)) return undefined
            throw cause
          }),
    ),
  )
  return {
    markets: found.filter((market) => market !== undefined),
    unread: ids.filter((_, index) => found[index] === undefined),
  }
}

/** A market as Morpho knows it, before its tokens and its rate model say what they are. */
interface RawMarket extends Outside {
  readonly id: Hex
  readonly terms: MarketTerms
  readonly state: State
  readonly holding: Holding
  readonly now: bigint
}

async function readRaw(
  ctx: Reading,
  ids: readonly Hex[],
  account: Address,
): Promise<readonly (RawMarket | undefined)[]> {
  const { morpho: address } = BASE.on(ctx.book)
  if (ids.length === 0) return []
  const batch = inOneCall(ctx.book)
  const clock = {
    address: batch.multicallAddress,
    abi: multicall3Abi,
    functionName: 'getCurrentBlockTimestamp',
  } as const
  const ofMarkets = (['idToMarketParams', 'market'] as const).flatMap((functionName) =>
    ids.map((id) => ({ address, abi: morphoAbi, functionName, args: [id] }) as const),
  )
  const ofAccount = ids.map(
    (id) => ({ address, abi: morphoAbi, functionName: 'position', args: [id, account] }) as const,
  )
  const contracts: readonly (typeof clock | (typeof ofMarkets | typeof ofAccount)[number])[] = [
    clock,
    ...ofMarkets,
    ...ofAccount,
  ]
  const [time, ...answers] = await ctx.chain.multicall({ ...batch, allowFailure: false, contracts })
  const part = <T>(index: number) => answers.slice(index * ids.length, (index + 1) * ids.length) as T[]
  const allTerms = part<MarketTerms>(0)
  const states = part<State>(1)
  const holdings = part<Holding>(2)
  const outside = await readOutside(ctx, allTerms, states)
  return ids.map((id, index) => {
    const state = states[index] as State
    if (state.lastUpdate === 0n) return undefined
    return {
      id,
      terms: allTerms[index] as MarketTerms,
      state,
      holding: holdings[index] as Holding,
      now: time as bigint,
      ...(outside[index] as Outside),
    }
  })
}

/** Have a market's tokens say what they are. @throws ToolError UNKNOWN_TOKEN, CHAIN_READ_FAILED */
async function describe(ctx: Reading, market: RawMarket): Promise<Market> {
  const { id, terms, state, rateWad, price, holding, now } = market
  if (rateWad === undefined) {
    const reason = `its rate model ${terms.irm} does not answer`
    throw new ToolError('CHAIN_READ_FAILED', { subject: `the rate of market ${id}`, reason })
  }
  const seconds = now - state.lastUpdate
  return {
    id,
    terms,
    loan: await resolveErc20(ctx, terms.loanToken),
    collateral:
      terms.collateralToken === zeroAddress ? undefined : await resolveErc20(ctx, terms.collateralToken),
    totals: accrue(toTotals(state), { rateWad, seconds, feeWad: state.fee }),
    feeWad: state.fee,
    lastUpdateSeconds: Number(state.lastUpdate),
    nowSeconds: Number(now),
    borrowRateWad: rateWad,
    price,
    holding,
  }
}

/**
 * Read one market with what an account has in it, in two requests.
 *
 * @throws ToolError as `readMarkets`
 */
export async function readMarket(ctx: Reading, id: Hex, account?: Address): Promise<Market> {
  const [market] = await readMarkets(ctx, [id], account)
  return market as Market
}

/** A market as Morpho keeps it. */
interface State {
  readonly totalSupplyAssets: bigint
  readonly totalSupplyShares: bigint
  readonly totalBorrowAssets: bigint
  readonly totalBorrowShares: bigint
  readonly lastUpdate: bigint
  readonly fee: bigint
}

const toTotals = (state: State): Totals => ({
  supplyAssets: state.totalSupplyAssets,
  supplyShares: state.totalSupplyShares,
  borrowAssets: state.totalBorrowAssets,
  borrowShares: state.totalBorrowShares,
})

interface Outside {
  /** Undefined where the rate model does not answer. */
  readonly rateWad: bigint | undefined
  readonly price: bigint | undefined
}

const PRICE = encodeFunctionData({ abi: oracleAbi, functionName: 'price' })

/**
 * Ask the rate models and oracles of markets, each with gas of its own: neither is Morpho's, each may fail, and anyone
 * chooses the oracle of a market.
 */
async function readOutside(
  ctx: Reading,
  allTerms: readonly MarketTerms[],
  states: readonly State[],
): Promise<readonly Outside[]> {
  const functionName = 'borrowRateView'
  const { views } = await ctx.chain.readState({
    ...NO_STATE,
    views: allTerms.flatMap((terms, index) => [
      {
        to: terms.irm,
        data: encodeFunctionData({ abi: irmAbi, functionName, args: [terms, states[index] as State] }),
      },
      { to: terms.oracle, data: PRICE },
    ]),
  })
  return allTerms.map(({ irm }, index) => ({
    // A market without a rate model bears no interest.
    rateWad: irm === zeroAddress ? 0n : readWord(views[2 * index]),
    price: readWord(views[2 * index + 1]),
  }))
}

const readWord = (data: Hex | undefined): bigint | undefined =>
  data === undefined || size(data) < 32 ? undefined : BigInt(slice(data, 0, 32))
