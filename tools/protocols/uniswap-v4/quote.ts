import type { TokenInfo } from '../../core/address-book.ts'
import { formatAmount } from '../../core/amount.ts'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { askApart } from '../../kit/ask-apart.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { computePriceImpactBps } from '../../kit/pool-price.ts'
import { quoterAbi } from './abi.ts'
import { BASE } from './base.ts'
import { isCurrency0, toCurrency } from './currency.ts'
import { askState, namePool, notInitialized, type Pool, type PoolState, toState } from './pool.ts'

type Reading = Pick<ToolContext, 'book' | 'chain'>

/** Largest amount that the quoter takes. */
const MOST = 2n ** 128n - 1n

/** Which side of a trade is fixed, and at what amount. */
export interface TradeAmount {
  readonly exact: 'input' | 'output'
  readonly amountBaseUnits: bigint
}

/** What a trade would bring now, hooks included. */
export interface Quote {
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly priceImpactBps: number
  readonly gas: bigint
}

/** A trade in a pool, or why there is none. */
export interface PoolQuote {
  readonly state: PoolState
  readonly quote: Quote | undefined
}

/** Pools in the order in which a trade passes them; `tokens` is one longer. */
export interface Path {
  readonly tokens: readonly TokenInfo[]
  readonly pools: readonly Pool[]
}

const NO_HOOK_DATA = '0x'

/** Encode the hops of a path as the router and the quoter take them; an exact output is walked from its end (v4-periphery `V4Router.sol`). */
export const toPathKeys = ({ tokens, pools }: Path, exact: TradeAmount['exact']) =>
  pools.map(
    ({ key: { fee, tickSpacing, hooks } }, index) =>
      ({
        intermediateCurrency: toCurrency(tokens[exact === 'input' ? index + 1 : index] as TokenInfo),
        fee,
        tickSpacing,
        hooks,
        hookData: NO_HOOK_DATA,
      }) as const,
  )

/**
 * Quote one trade of a pair in each of several pools, all in one request; undefined where a pool is not initialised.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED
 */
export async function quotePools(
  ctx: Reading,
  tokenIn: TokenInfo,
  pools: readonly Pool[],
  trade: TradeAmount,
): Promise<readonly (PoolQuote | undefined)[]> {
  const quoter = { address: BASE.on(ctx.book).quoter, abi: quoterAbi } as const
  // The hook of a pool may burn any gas.
  const results = await askApart(
    ctx,
    pools.flatMap((pool) => {
      const zeroForOne = tokenIn.address === pool.token0.address
      const args = [
        { poolKey: pool.key, zeroForOne, exactAmount: clamp(trade), hookData: NO_HOOK_DATA },
      ] as const
      return [
        ...askState(ctx)(pool),
        trade.exact === 'input'
          ? ({ ...quoter, functionName: 'quoteExactInputSingle', args } as const)
          : ({ ...quoter, functionName: 'quoteExactOutputSingle', args } as const),
      ]
    }),
  )
  return pools.map((pool, index) => {
    const [slot0, liquidity, answer] = results.slice(3 * index, 3 * index + 3).map(({ result }) => result)
    const state = toState([slot0, liquidity])
    if (state === undefined) return undefined
    const hop = { pool, state, zeroForOne: tokenIn.address === pool.token0.address }
    return { state, quote: toQuote(answer as Answer | undefined, trade, [hop]) }
  })
}

/**
 * Quote one trade in one pool, in one request.
 *
 * @throws ToolError POOL_NOT_INITIALIZED, QUOTE_FAILED, PROTOCOL_NOT_DEPLOYED
 */
export async function quotePool(
  ctx: Reading,
  tokenIn: TokenInfo,
  pool: Pool,
  trade: TradeAmount,
): Promise<{ readonly state: PoolState; readonly quote: Quote }> {
  const [found] = await quotePools(ctx, tokenIn, [pool], trade)
  if (found === undefined) throw notInitialized(namePool(pool))
  const { state, quote } = found
  const tokenOut = tokenIn.address === pool.token0.address ? pool.token1 : pool.token0
  if (quote === undefined) throw quoteFailed({ tokens: [tokenIn, tokenOut], pools: [pool] }, trade)
  return { state, quote }
}

/**
 * Quote a trade along a path of pools, in one request.
 *
 * @throws ToolError POOL_NOT_INITIALIZED, QUOTE_FAILED, PROTOCOL_NOT_DEPLOYED
 */
export async function quotePath(ctx: Reading, path: Path, trade: TradeAmount): Promise<Quote> {
  const quoter = { address: BASE.on(ctx.book).quoter, abi: quoterAbi } as const
  const exactToken = (trade.exact === 'input' ? path.tokens[0] : path.tokens.at(-1)) as TokenInfo
  const args = [
    { exactCurrency: toCurrency(exactToken), path: toPathKeys(path, trade.exact), exactAmount: clamp(trade) },
  ] as const
  const results = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    contracts: [
      ...path.pools.flatMap(askState(ctx)),
      trade.exact === 'input'
        ? ({ ...quoter, functionName: 'quoteExactInput', args } as const)
        : ({ ...quoter, functionName: 'quoteExactOutput', args } as const),
    ],
  })
  const answers = results.map(({ result }) => result)
  const hops = path.pools.map((pool, index) => {
    const state = toState(answers.slice(2 * index))
    if (state === undefined) throw notInitialized(namePool(pool))
    const [from, to] = path.tokens.slice(index, index + 2) as [TokenInfo, TokenInfo]
    return { pool, state, zeroForOne: isCurrency0(from, to) }
  })
  const quote = toQuote(answers[2 * hops.length] as Answer | undefined, trade, hops)
  if (quote === undefined) throw quoteFailed(path, trade)
  return quote
}

type Answer = readonly [amount: bigint, gas: bigint]

interface Hop {
  readonly state: PoolState
  readonly zeroForOne: boolean
}

/** The quoter takes 128 bits; more than that no pool can trade. */
const clamp = ({ amountBaseUnits }: TradeAmount) => (amountBaseUnits > MOST ? MOST : amountBaseUnits)

/** A trade that the quoter refuses, or one that brings nothing, is none. */
function toQuote(
  answer: Answer | undefined,
  { exact, amountBaseUnits }: TradeAmount,
  hops: readonly Hop[],
): Quote | undefined {
  if (answer === undefined || amountBaseUnits > MOST) return undefined
  const [amountIn, amountOut] =
    exact === 'input' ? [amountBaseUnits, answer[0]] : [answer[0], amountBaseUnits]
  if (amountOut === 0n || amountIn === 0n) return undefined
  const priced = hops.map(({ state, zeroForOne }) => ({
    feeTier: state.lpFee,
    sqrtPriceX96: state.sqrtPriceX96,
    zeroForOne,
  }))
  return {
    amountIn,
    amountOut,
    priceImpactBps: computePriceImpactBps(amountIn, amountOut, priced),
    gas: answer[1],
  }
}

function quoteFailed({ tokens }: Path, { exact, amountBaseUnits }: TradeAmount) {
  const [first, last] = [tokens[0] as TokenInfo, tokens.at(-1) as TokenInfo]
  const amount = formatAmount({ ...(exact === 'input' ? first : last), baseUnits: amountBaseUnits })
  const reason = `an exact ${exact} of ${amount} cannot be traded there`
  return new ToolError('QUOTE_FAILED', { pair: `${first.symbol}/${last.symbol}`, reason })
}
