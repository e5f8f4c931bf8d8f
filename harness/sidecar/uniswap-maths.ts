import { createRequire } from 'node:module'
import type * as CoreSdk from '@uniswap/sdk-core'
import type * as V2Sdk from '@uniswap/v2-sdk'
import type * as V3Sdk from '@uniswap/v3-sdk'
import type * as V4Sdk from '@uniswap/v4-sdk'

// The SDKs' ES modules do not load in Node; what they ship for `require` does.
const require = createRequire(import.meta.url)
const core: typeof CoreSdk = require('@uniswap/sdk-core')
const v2: typeof V2Sdk = require('@uniswap/v2-sdk')
const v3: typeof V3Sdk = require('@uniswap/v3-sdk')
const v4: typeof V4Sdk = require('@uniswap/v4-sdk')

/** Their maths runs in base units; the decimals of tokens only matter to prices that nobody asks for. */
const DECIMALS = 18

/** A pool of concentrated liquidity as the chain has it; amounts as decimal text, ticks of the stretch that was looked at. */
export interface PoolState {
  readonly token0: string
  readonly token1: string
  /** Hundredths of a basis point. */
  readonly feeTier: number
  readonly tickSpacing: number
  readonly sqrtPriceX96: string
  readonly liquidity: string
  readonly tick: number
  readonly fromTick: number
  readonly toTick: number
  readonly ticks: readonly { readonly tick: number; readonly liquidityNet: string }[]
}

/** An exact input or output of a trade. */
export interface Traded {
  readonly chainId: number
  readonly token: string
  readonly exact: 'input' | 'output'
  readonly amountBaseUnits: string
}

/** What the sidecar can be asked, by name; each answer is JSON, null where the SDK finds nothing. */
export const METHODS = {
  /** The best route of an exact input through pools, by `Trade.bestTradeExactIn` of the V3 SDK. */
  async 'uniswap-v3.route'(asked: {
    readonly trade: Traded
    readonly tokenOut: string
    readonly maxHops: number
    readonly pools: readonly PoolState[]
  }) {
    const { trade, tokenOut, maxHops, pools } = asked
    if (pools.length === 0) return null
    const made = new Map(pools.map((pool) => [toV3Pool(pool, trade.chainId), pool]))
    const trades = await v3.Trade.bestTradeExactIn(
      [...made.keys()],
      toAmount(trade),
      toToken(trade.chainId, tokenOut),
      { maxHops, maxNumResults: MOST_ROUTES },
    )
    for (const { swaps } of trades) {
      const [{ route, inputAmount, outputAmount }] = swaps as [(typeof swaps)[number]]
      if (!(await tradesWhole(route.pools, inputAmount, made))) continue
      return {
        tokens: route.tokenPath.map(({ address }) => address),
        feeTiers: route.pools.map(({ fee }) => fee),
        amountOutBaseUnits: outputAmount.quotient.toString(),
      }
    }
    return null
  },

  /** The other side of a trade in one V3 pool, and its price afterwards. */
  async 'uniswap-v3.quote'({ trade, pool }: { readonly trade: Traded; readonly pool: PoolState }) {
    return quote(toV3Pool(pool, trade.chainId), trade, pool)
  },

  /** The same in one V4 pool without hooks, between two tokens. */
  async 'uniswap-v4.quote'({ trade, pool }: { readonly trade: Traded; readonly pool: PoolState }) {
    const { token0, token1, feeTier, tickSpacing, sqrtPriceX96, liquidity, tick } = pool
    const made = new v4.Pool(
      toToken(trade.chainId, token0),
      toToken(trade.chainId, token1),
      feeTier,
      tickSpacing,
      '0x0000000000000000000000000000000000000000',
      sqrtPriceX96,
      liquidity,
      tick,
      closeTicks(pool),
    )
    return quote(made, trade, pool)
  },

  /** The other side of a trade with a V2 pair. */
  async 'uniswap-v2.quote'(asked: {
    readonly trade: Traded
    readonly token0: string
    readonly token1: string
    readonly reserve0: string
    readonly reserve1: string
  }) {
    const { trade, token0, token1, reserve0, reserve1 } = asked
    const of = (token: string, amount: string) =>
      core.CurrencyAmount.fromRawAmount(toToken(trade.chainId, token), amount)
    const pair = new v2.Pair(of(token0, reserve0), of(token1, reserve1))
    const [other] =
      trade.exact === 'input' ? pair.getOutputAmount(toAmount(trade)) : pair.getInputAmount(toAmount(trade))
    return { amountBaseUnits: other.quotient.toString() }
  },

  /** What liquidity of a V3 range holds, and what minting it takes, which rounds up. */
  async 'uniswap-v3.position'(asked: {
    readonly chainId: number
    readonly pool: PoolState
    readonly tickLower: number
    readonly tickUpper: number
    readonly liquidity: string
  }) {
    const { chainId, pool, tickLower, tickUpper, liquidity } = asked
    const position = new v3.Position({ pool: toV3Pool(pool, chainId), liquidity, tickLower, tickUpper })
    const { amount0, amount1 } = position.mintAmounts
    return {
      held0BaseUnits: position.amount0.quotient.toString(),
      held1BaseUnits: position.amount1.quotient.toString(),
      minted0BaseUnits: amount0.toString(),
      minted1BaseUnits: amount1.toString(),
    }
  },

  /** The most liquidity that amounts buy in a range at a price, as the position manager computes it. */
  async 'uniswap-v3.liquidity'(asked: {
    readonly sqrtPriceX96: string
    readonly tickLower: number
    readonly tickUpper: number
    readonly amount0BaseUnits: string
    readonly amount1BaseUnits: string
  }) {
    const { sqrtPriceX96, tickLower, tickUpper, amount0BaseUnits, amount1BaseUnits } = asked
    const liquidity = v3.maxLiquidityForAmounts(
      toInt(sqrtPriceX96),
      v3.TickMath.getSqrtRatioAtTick(tickLower),
      v3.TickMath.getSqrtRatioAtTick(tickUpper),
      amount0BaseUnits,
      amount1BaseUnits,
      false,
    )
    return { liquidity: liquidity.toString() }
  },
}

/** Routes that are looked at, the best first. */
const MOST_ROUTES = 8

type TokenAmount = CoreSdk.CurrencyAmount<CoreSdk.Token>

interface Traversed {
  readonly sqrtRatioX96: Text
  readonly tickCurrent: number
}
interface Quoting {
  getOutputAmount(amount: TokenAmount): Promise<[Amount, Traversed]>
  getInputAmount(amount: TokenAmount): Promise<[Amount, Traversed]>
}
interface Amount {
  readonly quotient: Text
}
interface Text {
  toString(): string
}

/** Beyond what was looked at the SDKs find nothing to trade with, and answer all the same with what the part brings. */
const isWithin = ({ tickCurrent }: Traversed, { fromTick, toTick }: PoolState) =>
  tickCurrent >= fromTick && tickCurrent <= toTick

async function tradesWhole(
  route: readonly V3Sdk.Pool[],
  amountIn: TokenAmount,
  states: ReadonlyMap<V3Sdk.Pool, PoolState>,
): Promise<boolean> {
  let amount = amountIn
  for (const pool of route) {
    const [out, after] = await pool.getOutputAmount(amount)
    if (!isWithin(after, states.get(pool) as PoolState)) return false
    amount = out
  }
  return true
}

async function quote(pool: Quoting, trade: Traded, state: PoolState) {
  const amount = toAmount(trade)
  const [other, after] =
    trade.exact === 'input' ? await pool.getOutputAmount(amount) : await pool.getInputAmount(amount)
  if (!isWithin(after, state)) throw new RangeError('the trade leaves the ticks that were looked at')
  return { amountBaseUnits: other.quotient.toString(), sqrtPriceX96After: after.sqrtRatioX96.toString() }
}

const toToken = (chainId: number, address: string) => new core.Token(chainId, address, DECIMALS)

const toAmount = ({ chainId, token, amountBaseUnits }: Traded) =>
  core.CurrencyAmount.fromRawAmount(toToken(chainId, token), amountBaseUnits)

const toInt = (text: string) => core.CurrencyAmount.fromRawAmount(NATIVE, text).quotient
const NATIVE = core.Ether.onChain(1)

const toV3Pool = (pool: PoolState, chainId: number) =>
  new v3.Pool(
    toToken(chainId, pool.token0),
    toToken(chainId, pool.token1),
    pool.feeTier,
    pool.sqrtPriceX96,
    pool.liquidity,
    pool.tick,
    closeTicks(pool),
  )

/**
 * Give ticks as the SDKs take them: liquidity that reaches beyond the stretch that was looked at ends at its edges, so that a
 * trade which leaves it finds nothing there.
 */
function closeTicks({ ticks, tick, liquidity, tickSpacing, fromTick, toTick }: PoolState) {
  const nets = new Map<number, bigint>()
  const add = (index: number, net: bigint) => nets.set(index, (nets.get(index) ?? 0n) + net)
  let below = BigInt(liquidity)
  let above = BigInt(liquidity)
  for (const { tick: index, liquidityNet } of ticks) {
    const net = BigInt(liquidityNet)
    add(index, net)
    if (index <= tick) below -= net
    else above += net
  }
  const usable = (index: number) => Math.ceil(index / tickSpacing) * tickSpacing
  const least = usable(v3.TickMath.MIN_TICK)
  add(Math.max(least, usable(fromTick)), below)
  add(Math.min(-least, usable(toTick)), -above)
  return [...nets]
    .filter(([, net]) => net !== 0n)
    .sort(([a], [b]) => a - b)
    .map(([index, net]) => ({
      index,
      liquidityNet: net.toString(),
      liquidityGross: (net < 0n ? -net : net).toString(),
    }))
}
