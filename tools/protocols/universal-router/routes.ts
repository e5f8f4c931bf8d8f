import { type Address, concat, type Hex, numberToHex, toFunctionSelector, zeroAddress } from 'viem'
import type { AddressBook, TokenInfo } from '../../core/address-book.ts'
import type { StateReading } from '../../core/chain.ts'
import type { ToolContext } from '../../core/context.ts'
import { askApart } from '../../kit/ask-apart.ts'
import { MAX_SQRT_RATIO, MIN_SQRT_RATIO } from '../../kit/concentrated-liquidity.ts'
import { contractOf } from '../../kit/contract-of.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { listQuotes } from '../../kit/quotes.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import { v2FactoryAbi, v2RouterAbi, v3FactoryAbi, v3QuoterAbi, v4QuoterAbi } from './abi.ts'

type Reading = Pick<ToolContext, 'book' | 'chain'>

/** Two tokens of a trade, the sold one first. */
export type Pair = readonly [TokenInfo, TokenInfo]

/** Pools that a trade passes in order, all of one version of Uniswap. */
export interface Route {
  readonly version: 'v2' | 'v3' | 'v4'
  /** Tokens in order, ends included. */
  readonly tokens: readonly TokenInfo[]
  /** Fee of each pool in hundredths of a basis point. */
  readonly feeTiers: readonly number[]
  /** What names each pool; routes that have one in common cannot be quoted beside each other. */
  readonly pools: readonly string[]
}

/** What a route pays for each of several amounts; undefined where it cannot trade so much. */
export interface RouteQuotes {
  readonly route: Route
  readonly amountsOut: readonly (bigint | undefined)[]
  readonly gas: bigint
}

/** Fee tiers of V3 and of V4's usual pools, with the tick spacing that V4's have. */
const TICK_SPACINGS: Readonly<Record<number, number>> = { 100: 1, 500: 10, 3000: 60, 10000: 200 }
const FEE_TIERS = Object.keys(TICK_SPACINGS).map(Number)
const V2_FEE = 3_000

/** About what a swap in a pair takes with its transfers; the router of V2 does not say. */
const V2_HOP_GAS = 100_000n

/** Largest amount that V4's quoter takes. */
const MOST_V4 = 2n ** 128n - 1n

/** The pool of V4 without a hook that two tokens have at a fee. */
export const v4KeyOf = ([a, b]: Pair, fee: number) => {
  const [first, second] = BigInt(a.address) < BigInt(b.address) ? [a, b] : [b, a]
  return {
    currency0: first.address,
    currency1: second.address,
    fee,
    tickSpacing: TICK_SPACINGS[fee] as number,
    hooks: zeroAddress,
  }
}

/** Encode a path of V3: token, fee, token, … (v3-periphery `Path.sol`). */
export const encodeV3Path = ({ tokens, feeTiers }: Pick<Route, 'tokens' | 'feeTiers'>): Hex =>
  concat(
    tokens.flatMap(({ address }, index) => {
      const fee = feeTiers[index]
      return fee === undefined ? [address] : [address, numberToHex(fee, { size: 3 })]
    }),
  )

interface Answer {
  readonly result?: unknown
}

/** `liquidity()` of a pool of V3: what lies in range. */
const LIQUIDITY = toFunctionSelector('liquidity()')

/** A pool of two tokens that exists. */
interface FoundPool {
  readonly version: 'v2' | 'v3'
  readonly pool: Address
  readonly fee: number
  /** Of V3 what lies in range; of V2 nothing that compares with it. */
  readonly liquidity: bigint
}

/** Whether a version of Uniswap is known on the chain. */
const has = ({ protocols }: AddressBook, version: Route['version']) =>
  Object.hasOwn(protocols, `uniswap-${version}`)

/** Ask which pools of V2 and V3 pairs have, in one request. */
async function findPools({ book, chain }: Reading, pairs: readonly Pair[]) {
  const asked = pairs.flatMap(([{ address: a }, { address: b }], at) => [
    ...(has(book, 'v2') ? [{ at, version: 'v2' as const, fee: V2_FEE, args: [a, b] as const }] : []),
    ...(has(book, 'v3')
      ? FEE_TIERS.map((fee) => ({ at, version: 'v3' as const, fee, args: [a, b, fee] as const }))
      : []),
  ])
  const answers = (await chain.multicall({
    ...inOneCall(book),
    contracts: asked.map(({ version, args }) => {
      const address = contractOf(book, `uniswap-${version}`, 'factory')
      return version === 'v2'
        ? { address, abi: v2FactoryAbi, functionName: 'getPair', args }
        : { address, abi: v3FactoryAbi, functionName: 'getPool', args }
    }) as never,
  })) as readonly Answer[]
  return asked.flatMap(({ at, version, fee }, index) => {
    const pool = answers[index]?.result as Address | undefined
    return pool === undefined || pool === zeroAddress ? [] : [{ at, version, fee, pool }]
  })
}

/** Find pools with how deep they are, and read price feeds beside, in two requests; one of V3 with nothing in range is none. */
async function findDeepPools(ctx: Reading, pairs: readonly Pair[], feeds: readonly Address[]) {
  const pools = await findPools(ctx, pairs)
  const ranged = pools.filter(({ version }) => version === 'v3')
  const views = ranged.map(({ pool }) => ({ to: pool, data: LIQUIDITY }))
  const state = await ctx.chain.readState({ ...NO_STATE, feeds, views })
  const depths = new Map(ranged.map(({ pool }, index) => [pool, BigInt(state.views[index] ?? 0)]))
  const found = pairs.map((_, at) =>
    pools
      .filter((pool) => pool.at === at && depths.get(pool.pool) !== 0n)
      .map(
        ({ version, pool, fee }): FoundPool => ({ version, pool, fee, liquidity: depths.get(pool) ?? 0n }),
      ),
  )
  return { found, state }
}

/** The pool of a version that has the most in range, of a pair. */
const deepestOf = (pools: readonly FoundPool[], version: FoundPool['version']): FoundPool | undefined =>
  pools
    .filter((pool) => pool.version === version)
    .reduce<FoundPool | undefined>(
      (best, pool) => (best === undefined || pool.liquidity > best.liquidity ? pool : best),
      undefined,
    )

/**
 * List routes of pairs, and read price feeds beside, in two requests: each direct pool, and over each token in which others
 * are quoted the deepest two pools of one version. Those of V4 are listed whether they are open or not: a quote tells.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED
 */
export async function listRoutes(
  ctx: Reading,
  pairs: readonly Pair[],
  feeds: readonly Address[] = [],
): Promise<{ readonly routes: readonly (readonly Route[])[]; readonly state: StateReading }> {
  const wanted = pairs.map((direct) => {
    const [sold, bought] = direct
    const between = listQuotes(ctx.book, sold).filter(({ address }) => address !== bought.address)
    const hops = between.flatMap((token): Pair[] => [
      [sold, token],
      [token, bought],
    ])
    return { direct, between, hops }
  })
  const asked = wanted.flatMap(({ direct, hops }) => [direct, ...hops])
  const { found, state } = await findDeepPools(ctx, asked, feeds)
  let at = 0
  const routes = wanted.map(({ direct, between, hops }) => {
    const [own = [], ...ofHops] = found.slice(at, at + 1 + hops.length)
    at += 1 + hops.length
    const over = between.flatMap((token, index) =>
      joinHops([direct[0], token, direct[1]], [ofHops[2 * index] ?? [], ofHops[2 * index + 1] ?? []]),
    )
    return [...listDirect(ctx.book, direct, own), ...over]
  })
  return { routes, state }
}

const listDirect = (book: AddressBook, tokens: Pair, pools: readonly FoundPool[]): Route[] => [
  ...pools.map(({ version, pool, fee }) => ({ version, tokens, feeTiers: [fee], pools: [pool] })),
  ...(has(book, 'v4')
    ? FEE_TIERS.map((fee) => ({
        version: 'v4' as const,
        tokens,
        feeTiers: [fee],
        pools: [nameV4(tokens, fee)],
      }))
    : []),
]

const joinHops = (
  tokens: readonly TokenInfo[],
  hops: readonly [readonly FoundPool[], readonly FoundPool[]],
): Route[] =>
  (['v2', 'v3'] as const).flatMap((version) => {
    const [first, second] = hops.map((pools) => deepestOf(pools, version))
    if (first === undefined || second === undefined) return []
    return [{ version, tokens, feeTiers: [first.fee, second.fee], pools: [first.pool, second.pool] }]
  })

const nameV4 = (pair: Pair, fee: number) => {
  const { currency0, currency1 } = v4KeyOf(pair, fee)
  return `v4:${currency0}:${currency1}:${fee}`
}

/** A trade ends at the edge of all prices when a pool runs dry before the amount is traded. */
const ranDry = (sqrtPriceX96After: bigint) =>
  sqrtPriceX96After <= MIN_SQRT_RATIO + 1n || sqrtPriceX96After >= MAX_SQRT_RATIO - 1n

function askQuote(book: AddressBook, route: Route, amountIn: bigint) {
  const { version, tokens, feeTiers } = route
  if (version === 'v2') {
    const path = tokens.map(({ address }) => address)
    return {
      address: contractOf(book, 'uniswap-v2', 'router'),
      abi: v2RouterAbi,
      functionName: 'getAmountsOut',
      args: [amountIn, path],
    } as const
  }
  if (version === 'v3') {
    return {
      address: contractOf(book, 'uniswap-v3', 'quoter'),
      abi: v3QuoterAbi,
      functionName: 'quoteExactInput',
      args: [encodeV3Path(route), amountIn],
    } as const
  }
  const poolKey = v4KeyOf(tokens as unknown as Pair, feeTiers[0] as number)
  const zeroForOne = poolKey.currency0 === tokens[0]?.address
  // More than the quoter takes no pool can trade: it reverts.
  const exactAmount = amountIn > MOST_V4 ? MOST_V4 : amountIn
  return {
    address: contractOf(book, 'uniswap-v4', 'quoter'),
    abi: v4QuoterAbi,
    functionName: 'quoteExactInputSingle',
    args: [{ poolKey, zeroForOne, exactAmount, hookData: '0x' }],
  } as const
}

function readAnswer(
  { version }: Route,
  { result }: Answer,
): { readonly amountOut: bigint; readonly gas: bigint } | undefined {
  if (result === undefined) return undefined
  if (version === 'v2') {
    const amounts = result as readonly bigint[]
    return { amountOut: amounts.at(-1) ?? 0n, gas: V2_HOP_GAS * BigInt(amounts.length - 1) }
  }
  if (version === 'v4') {
    const [amountOut, gas] = result as readonly [bigint, bigint]
    return { amountOut, gas }
  }
  const [amountOut, prices, , gas] = result as readonly [bigint, readonly bigint[], unknown, bigint]
  return prices.some(ranDry) ? undefined : { amountOut, gas }
}

/**
 * Quote what routes pay for amounts of their first tokens, each for the amounts of its own, all in one request and each
 * with gas of its own, so that none keeps another from being quoted. A route that can trade none of them is left out.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED
 */
export async function quoteRoutes(
  ctx: Reading,
  wanted: readonly { readonly route: Route; readonly amountsIn: readonly bigint[] }[],
): Promise<RouteQuotes[]> {
  if (wanted.length === 0) return []
  const answers = await askApart(
    ctx,
    wanted.flatMap(({ route, amountsIn }) =>
      amountsIn.map((amountIn) => askQuote(ctx.book, route, amountIn)),
    ),
  )
  let at = 0
  return wanted.flatMap(({ route, amountsIn }): RouteQuotes[] => {
    const quotes = amountsIn.map((amountIn, index) => {
      const quote = readAnswer(route, answers[at + index] ?? {})
      return quote === undefined || quote.amountOut === 0n || amountIn === 0n ? undefined : quote
    })
    at += amountsIn.length
    const gas = quotes.reduce((most, quote) => (quote && quote.gas > most ? quote.gas : most), 0n)
    const amountsOut = quotes.map((quote) => quote?.amountOut)
    return amountsOut.every((amount) => amount === undefined) ? [] : [{ route, amountsOut, gas }]
  })
}

/** Whether two routes pass a pool in common. */
export const touch = (a: Route, b: Route): boolean => a.pools.some((pool) => b.pools.includes(pool))
