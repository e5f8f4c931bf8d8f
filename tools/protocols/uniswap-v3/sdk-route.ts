import { getAddress } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import { AddressSchema, FeeTierSchema, Type } from '../../core/schema.ts'
import { askSdk } from '../../kit/ask-sdk.ts'
import type { SwapPath } from './path.ts'
import { type Pool, type PoolState, poolOf, readPoolStates } from './pool.ts'
import { FEE_TIERS } from './pool-address.ts'
import { readTicksOf, type TicksAround } from './ticks.ts'

/** Words of the tick bitmap that are looked at on each side of a price. */
const WORDS_EACH_SIDE = 1

/** What `Trade.bestTradeExactIn` of `@uniswap/v3-sdk` comes to; null where no route trades the whole amount. */
const RouteSchema = Type.Union([
  Type.Null(),
  Type.Object({
    tokens: Type.Array(AddressSchema, { minItems: 2 }),
    feeTiers: Type.Array(FeeTierSchema, { minItems: 1 }),
  }),
])

/**
 * Let the SDK find the best route of an exact input from the first token to the last, through pools of any fee tier
 * between the tokens that are named. Two requests.
 *
 * @throws ToolError QUOTE_FAILED, PROTOCOL_NOT_DEPLOYED, SDK_FALLBACK_UNAVAILABLE also when its route is none of these
 */
export async function findSdkRoute(
  ctx: Pick<ToolContext, 'book' | 'chain' | 'sdks' | 'signal'>,
  tokens: readonly TokenInfo[],
  amountIn: bigint,
): Promise<SwapPath> {
  const [tokenIn, tokenOut] = [tokens[0] as TokenInfo, tokens.at(-1) as TokenInfo]
  const pools = tokens.flatMap((a, index) =>
    tokens.slice(index + 1).flatMap((b) => FEE_TIERS.map((feeTier) => poolOf(ctx, a, b, feeTier))),
  )
  const states = await readPoolStates(ctx, pools)
  const open = pools.flatMap((pool, index) => {
    const state = states[index]
    return state === undefined ? [] : [{ pool, state }]
  })
  const none = () =>
    new ToolError('QUOTE_FAILED', {
      pair: `${tokenIn.symbol}/${tokenOut.symbol}`,
      reason: 'no route through the tokens that are named trades the whole amount',
    })
  if (open.length === 0) throw none()
  const ticks = await readTicksOf(ctx, open, WORDS_EACH_SIDE)
  const { chainId } = ctx.book
  const asked = {
    trade: { chainId, token: tokenIn.address, exact: 'input', amountBaseUnits: amountIn.toString() },
    tokenOut: tokenOut.address,
    maxHops: tokens.length - 1,
    pools: open.map(({ pool, state }, index) => describePool(pool, state, ticks[index] as TicksAround)),
  }
  const route = await askSdk(ctx, 'uniswap-v3.route', asked, RouteSchema)
  if (route === null) throw none()
  const path = { tokens: route.tokens.map((token) => getAddress(token)), feeTiers: route.feeTiers }
  if (!isAmong(path, tokens)) {
    throw new ToolError('SDK_FALLBACK_UNAVAILABLE', {
      method: 'uniswap-v3.route',
      reason: 'its route is none between the tokens that are named',
    })
  }
  return path
}

/** Whether a path leads from the first token to the last, through others that are named, none of them twice. */
function isAmong({ tokens: found, feeTiers }: SwapPath, tokens: readonly TokenInfo[]): boolean {
  const named = tokens.map(({ address }) => address)
  return (
    found[0] === named[0] &&
    found.at(-1) === named.at(-1) &&
    found.length === feeTiers.length + 1 &&
    new Set(found).size === found.length &&
    found.every((token) => named.includes(token))
  )
}

/** A pool as the sidecar takes it. */
const describePool = (
  { token0, token1, feeTier }: Pool,
  { tickSpacing, sqrtPriceX96, liquidity, tick }: PoolState,
  { fromTick, toTick, ticks }: TicksAround,
): { readonly [name: string]: Json } => ({
  token0: token0.address,
  token1: token1.address,
  feeTier,
  tickSpacing,
  sqrtPriceX96: sqrtPriceX96.toString(),
  liquidity: liquidity.toString(),
  tick,
  fromTick,
  toTick,
  ticks: ticks.map((each) => ({ tick: each.tick, liquidityNet: each.liquidityNet.toString() })),
})
