import type { Address } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import { formatAmount } from '../../core/amount.ts'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { MAX_SQRT_RATIO, MIN_SQRT_RATIO } from '../../kit/concentrated-liquidity.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { computePriceImpactBps } from '../../kit/pool-price.ts'
import { poolAbi, quoterAbi } from './abi.ts'
import { BASE } from './base.ts'
import { encodePath, encodeReversePath, type ResolvedPath } from './path.ts'
import { poolNotFound, poolOf } from './pool.ts'
import { computePoolAddress, FEE_TIERS, isToken0 } from './pool-address.ts'

type Reading = Pick<ToolContext, 'book' | 'chain'>

/** Which side of a trade is fixed, and at what amount. */
export interface TradeAmount {
  readonly exact: 'input' | 'output'
  readonly amountBaseUnits: bigint
}

/** What a trade through one pool would bring now. */
export interface PoolQuote {
  readonly feeTier: number
  readonly pool: Address
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly priceImpactBps: number
  readonly gas: bigint
  readonly sqrtPriceX96Before: bigint
  readonly sqrtPriceX96After: bigint
  readonly initializedTicksCrossed: number
}

/** What a trade along a path would bring now. */
export interface PathQuote {
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly priceImpactBps: number
  readonly gas: bigint
}

type SingleQuote = readonly [amount: bigint, sqrtPriceX96After: bigint, ticksCrossed: number, gas: bigint]
type ListQuote = readonly [amount: bigint, sqrtPricesX96After: readonly bigint[], ticks: unknown, gas: bigint]
type Slot0 = readonly [sqrtPriceX96: bigint, ...unknown[]]

/** A trade ends at the edge of all prices when a pool runs dry before the amount is traded. */
const ranDry = (sqrtPriceX96After: bigint) =>
  sqrtPriceX96After <= MIN_SQRT_RATIO + 1n || sqrtPriceX96After >= MAX_SQRT_RATIO - 1n

/**
 * Quote a trade of a pair in every pool of the fee tiers, in one request; the best comes first, none where no pool can serve it.
 *
 * @throws ToolError POOL_NOT_FOUND, PROTOCOL_NOT_DEPLOYED
 */
export async function quotePools(
  ctx: Reading,
  tokenIn: TokenInfo,
  tokenOut: TokenInfo,
  { exact, amountBaseUnits }: TradeAmount,
  feeTiers: readonly number[] = FEE_TIERS,
): Promise<readonly PoolQuote[]> {
  const { quoter } = BASE.on(ctx.book)
  const pools = feeTiers.map((feeTier) => poolOf(ctx, tokenIn, tokenOut, feeTier))
  const pair = { tokenIn: tokenIn.address, tokenOut: tokenOut.address, sqrtPriceLimitX96: 0n }
  const quoteCalls = feeTiers.map((fee) =>
    exact === 'input'
      ? ({
          address: quoter,
          abi: quoterAbi,
          functionName: 'quoteExactInputSingle',
          args: [{ ...pair, fee, amountIn: amountBaseUnits }],
        } as const)
      : ({
          address: quoter,
          abi: quoterAbi,
          functionName: 'quoteExactOutputSingle',
          args: [{ ...pair, fee, amount: amountBaseUnits }],
        } as const),
  )
  const slotCalls = pools.map(({ address }) => ({ address, abi: poolAbi, functionName: 'slot0' }) as const)
  const results = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    contracts: [...slotCalls, ...quoteCalls],
  })
  const slots = pools.map((_, index) => results[index]?.result as Slot0 | undefined)
  if (slots.every((slot) => slot === undefined || slot[0] === 0n)) {
    throw poolNotFound(tokenIn, tokenOut, feeTiers.join('/'))
  }
  const zeroForOne = isToken0(tokenIn.address, tokenOut.address)
  const quotes = pools.flatMap((pool, index): PoolQuote[] => {
    const slot = slots[index]
    const answer = results[pools.length + index]?.result as SingleQuote | undefined
    if (slot === undefined || answer === undefined || ranDry(answer[1])) return []
    const [amountIn, amountOut] =
      exact === 'input' ? [amountBaseUnits, answer[0]] : [answer[0], amountBaseUnits]
    if (amountOut === 0n) return []
    const hop = { feeTier: pool.feeTier, sqrtPriceX96: slot[0], zeroForOne }
    return [
      {
        feeTier: pool.feeTier,
        pool: pool.address,
        amountIn,
        amountOut,
        priceImpactBps: computePriceImpactBps(amountIn, amountOut, [hop]),
        gas: answer[3],
        sqrtPriceX96Before: slot[0],
        sqrtPriceX96After: answer[1],
        initializedTicksCrossed: answer[2],
      },
    ]
  })
  return quotes.sort((a, b) =>
    exact === 'input' ? signOf(b.amountOut - a.amountOut) : signOf(a.amountIn - b.amountIn),
  )
}

const signOf = (value: bigint) => (value > 0n ? 1 : value < 0n ? -1 : 0)

/**
 * Quote one trade in the best direct pool of a pair, in one request.
 *
 * @throws ToolError POOL_NOT_FOUND, QUOTE_FAILED, PROTOCOL_NOT_DEPLOYED
 */
export async function quoteBestPool(
  ctx: Reading,
  tokenIn: TokenInfo,
  tokenOut: TokenInfo,
  trade: TradeAmount,
  feeTiers?: readonly number[],
): Promise<PoolQuote> {
  const [best] = await quotePools(ctx, tokenIn, tokenOut, trade, feeTiers)
  if (best === undefined) {
    throw new ToolError('QUOTE_FAILED', {
      pair: `${tokenIn.symbol}/${tokenOut.symbol}`,
      reason: `no pool can trade an exact ${trade.exact} of ${formatAmount({ ...(trade.exact === 'input' ? tokenIn : tokenOut), baseUnits: trade.amountBaseUnits })}`,
    })
  }
  return best
}

/**
 * Quote a trade along a path of pools, in one request.
 *
 * @throws ToolError QUOTE_FAILED, PROTOCOL_NOT_DEPLOYED
 */
export async function quotePath(
  ctx: Reading,
  path: ResolvedPath,
  { exact, amountBaseUnits }: TradeAmount,
): Promise<PathQuote> {
  const { quoter, factory } = BASE.on(ctx.book)
  const hops = path.feeTiers.map((feeTier, index) => {
    const [from, to] = path.tokens.slice(index, index + 2) as [Address, Address]
    return {
      feeTier,
      zeroForOne: isToken0(from, to),
      address: computePoolAddress(factory, from, to, feeTier),
    }
  })
  const quoteCall =
    exact === 'input'
      ? ({
          address: quoter,
          abi: quoterAbi,
          functionName: 'quoteExactInput',
          args: [encodePath(path), amountBaseUnits],
        } as const)
      : ({
          address: quoter,
          abi: quoterAbi,
          functionName: 'quoteExactOutput',
          args: [encodeReversePath(path), amountBaseUnits],
        } as const)
  const slotCalls = hops.map(({ address }) => ({ address, abi: poolAbi, functionName: 'slot0' }) as const)
  const results = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    contracts: [...slotCalls, ...[quoteCall]],
  })
  const slots = hops.map((_, index) => results[index]?.result as Slot0 | undefined)
  const fail = (reason: string) =>
    new ToolError('QUOTE_FAILED', { pair: `${path.tokenIn.symbol}/${path.tokenOut.symbol}`, reason })
  const missing = slots.findIndex((slot) => slot === undefined || slot[0] === 0n)
  if (missing >= 0) throw fail(`pool ${missing + 1} of the path does not exist`)
  const answer = results[hops.length]?.result as ListQuote | undefined
  if (answer === undefined || answer[1].some(ranDry)) {
    throw fail(
      `the path cannot trade an exact ${exact} of ${formatAmount({ ...(exact === 'input' ? path.tokenIn : path.tokenOut), baseUnits: amountBaseUnits })}`,
    )
  }
  const [amountIn, amountOut] =
    exact === 'input' ? [amountBaseUnits, answer[0]] : [answer[0], amountBaseUnits]
  if (amountOut === 0n) throw fail('the amount is too small to bring anything')
  const priced = hops.map((hop, index) => ({ ...hop, sqrtPriceX96: slots[index]?.[0] ?? 0n }))
  return {
    amountIn,
    amountOut,
    priceImpactBps: computePriceImpactBps(amountIn, amountOut, priced),
    gas: answer[3],
  }
}
