import { type Address, type Hex, zeroAddress } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { HashSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { multicall3Abi } from '../../kit/bundle-abi.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
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
 * @throws ToolError MARKET_NOT_FOUND, PROTOCOL_NOT_DEPLOYED, UNKNOWN_TOKEN
 */
export async function readMarkets(
  ctx: Reading,
  ids: readonly Hex[],
  account: Address = zeroAddress,
): Promise<readonly Market[]> {
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
  const now = time as bigint
  const part = <T>(index: number) => answers.slice(index * ids.length, (index + 1) * ids.length) as T[]
  const allTerms = part<MarketTerms>(0)
  const states = part<State>(1)
  const holdings = part<Holding>(2)
  const unknown = states.findIndex(({ lastUpdate }) => lastUpdate === 0n)
  if (unknown >= 0) throw BASE.error('MARKET_NOT_FOUND', { market: ids[unknown] as Hex })
  const outside = await readOutside(ctx, allTerms, states)
  return Promise.all(
    ids.map(async (id, index) => {
      const terms = allTerms[index] as MarketTerms
      const state = states[index] as State
      const { rateWad, price } = outside[index] as Outside
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
        holding: holdings[index] as Holding,
      }
    }),
  )
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
  readonly rateWad: bigint
  readonly price: bigint | undefined
}

/** Ask the rate models and oracles of markets; neither is Morpho's own, and each may fail. */
async function readOutside(
  ctx: Reading,
  allTerms: readonly MarketTerms[],
  states: readonly State[],
): Promise<readonly Outside[]> {
  const answers = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    contracts: allTerms.flatMap(
      (terms, index) =>
        [
          {
            address: terms.irm,
            abi: irmAbi,
            functionName: 'borrowRateView',
            args: [terms, states[index] as State],
          },
          { address: terms.oracle, abi: oracleAbi, functionName: 'price' },
        ] as const,
    ),
  })
  return allTerms.map((_, index) => ({
    // A market without a rate model bears no interest.
    rateWad: (answers[2 * index]?.result as bigint | undefined) ?? 0n,
    price: answers[2 * index + 1]?.result as bigint | undefined,
  }))
}
