import type { AddressBook, TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import type { Market, MarketPool, PoolPrice } from '../../core/market.ts'
import { buildApproval } from '../../kit/approval.ts'
import { getSqrtRatioAtTick, meanTickOf } from '../../kit/concentrated-liquidity.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { listQuotes } from '../../kit/quotes.ts'
import { poolAbi, swapRouterAbi } from './abi.ts'
import { BASE } from './base.ts'
import { computePoolAddress, FEE_TIERS, isToken0 } from './pool-address.ts'

/** Window of the time-weighted price. */
const TWAP_SECONDS = 1_800

const WAD = 10n ** 18n

function listPools(book: AddressBook, token: TokenInfo): MarketPool[] {
  const factory = BASE.find(book)?.factory
  if (factory === undefined) return []
  return listQuotes(book, token).flatMap((quote) =>
    FEE_TIERS.map((feeTier) => ({
      quote,
      feeTier,
      pool: computePoolAddress(factory, token.address, quote.address, feeTier),
    })),
  )
}

async function readPrices(ctx: Pick<ToolContext, 'book' | 'chain'>, token: TokenInfo): Promise<PoolPrice[]> {
  const pools = listPools(ctx.book, token)
  if (pools.length === 0) return []
  const results = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    contracts: pools.flatMap(
      ({ pool: address }) =>
        [
          { address, abi: poolAbi, functionName: 'liquidity' },
          { address, abi: poolAbi, functionName: 'slot0' },
          { address, abi: poolAbi, functionName: 'observe', args: [[TWAP_SECONDS, 0]] },
        ] as const,
    ),
  })
  return pools.flatMap((pool, index) => {
    const [liquidity, slot0, observed] = results.slice(3 * index, 3 * index + 3).map((entry) => entry.result)
    if (typeof liquidity !== 'bigint' || liquidity === 0n || !Array.isArray(slot0)) return []
    const toWad = (sqrtPriceX96: bigint) => toPriceWad(sqrtPriceX96, token, pool.quote)
    const twap = Array.isArray(observed)
      ? { twapWad: toWad(getSqrtRatioAtTick(meanTickOf(observed[0] as readonly bigint[], TWAP_SECONDS))) }
      : {}
    return [{ ...pool, liquidity, spotWad: toWad(slot0[0] as bigint), ...twap }]
  })
}

/** Turn a pool's price into whole quote tokens for one whole token, scaled by 10^18. */
function toPriceWad(sqrtPriceX96: bigint, token: TokenInfo, quote: TokenInfo): bigint {
  const square = sqrtPriceX96 ** 2n
  const [above, below] = isToken0(token.address, quote.address) ? [square, 1n << 192n] : [1n << 192n, square]
  return (above * WAD * 10n ** BigInt(token.decimals)) / (below * 10n ** BigInt(quote.decimals))
}

/** The market of Uniswap V3: prices of all pools of a token come in one request. */
export const MARKET: Market = {
  listPools,
  readPrices,
  buildSale(book, { token, pool, seller, amountBaseUnits }) {
    const { swapRouter } = BASE.on(book)
    const data = encodeFunctionData({
      abi: swapRouterAbi,
      functionName: 'exactInputSingle',
      args: [
        {
          tokenIn: token,
          tokenOut: pool.quote.address,
          fee: pool.feeTier,
          recipient: seller,
          amountIn: amountBaseUnits,
          amountOutMinimum: 0n,
          sqrtPriceLimitX96: 0n,
        },
      ],
    })
    return [buildApproval(token, swapRouter, amountBaseUnits), { to: swapRouter, valueWei: 0n, data }]
  },
}
