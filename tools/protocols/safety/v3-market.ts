import { type Address, isAddressEqual } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { inOneCall } from '../chain/protocol.ts'
import { poolAbi } from '../uniswap-v3/abi.ts'
import { getSqrtRatioAtTick } from '../uniswap-v3/maths.ts'
import { computePoolAddress, FEE_TIERS, isToken0 } from '../uniswap-v3/protocol.ts'

/** Symbols that pools are quoted in, the native coin's wrapped form apart. */
const QUOTE_SYMBOLS = ['USDC', 'USDT', 'DAI']

/** Window of the time-weighted price. */
const TWAP_SECONDS = 1_800

const WAD = 10n ** 18n

/** Where the Uniswap V3 pool of a token with one of the quote tokens is, if it exists. */
export interface QuotedPool {
  readonly pool: Address
  readonly quote: TokenInfo
  readonly feeTier: number
}

/** Prices of one whole token in whole quote tokens, scaled by 10^18. */
export interface PoolPrice extends QuotedPool {
  readonly liquidity: bigint
  readonly spotWad: bigint
  /** Undefined while the pool has not recorded the whole window. */
  readonly twapWad?: bigint
}

/** List tokens with a feed in which a token may be quoted; itself excluded. */
export const listQuotes = ({ book }: Pick<ToolContext, 'book'>, token: TokenInfo): TokenInfo[] =>
  book.tokens.filter(
    (quote) =>
      quote.feed !== undefined &&
      !isAddressEqual(quote.address, token.address) &&
      (quote.address === book.protocols.weth9 || QUOTE_SYMBOLS.includes(quote.symbol)),
  )

/** Compute where a token's pools over all quote tokens and fee tiers are; none where Uniswap V3 is not known. */
export function listPossiblePools(ctx: Pick<ToolContext, 'book'>, token: TokenInfo): QuotedPool[] {
  const factory = ctx.book.protocols.uniswapV3?.factory
  if (factory === undefined) return []
  return listQuotes(ctx, token).flatMap((quote) =>
    FEE_TIERS.map((feeTier) => ({
      quote,
      feeTier,
      pool: computePoolAddress(factory, token.address, quote.address, feeTier),
    })),
  )
}

/** Read spot and time-weighted prices of a token's pools in one request; pools without liquidity are left out. */
export async function readPoolPrices(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  token: TokenInfo,
): Promise<PoolPrice[]> {
  const pools = listPossiblePools(ctx, token)
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
      ? { twapWad: toWad(getSqrtRatioAtTick(readMeanTick(observed[0] as readonly bigint[]))) }
      : {}
    return [{ ...pool, liquidity, spotWad: toWad(slot0[0] as bigint), ...twap }]
  })
}

/** Mean tick of the window, rounded down as `OracleLibrary.consult` of v3-periphery does. */
function readMeanTick([start = 0n, end = 0n]: readonly bigint[]): number {
  const difference = end - start
  const window = BigInt(TWAP_SECONDS)
  const mean = difference / window
  return Number(difference < 0n && difference % window !== 0n ? mean - 1n : mean)
}

/** Turn a pool's price into whole quote tokens for one whole token, scaled by 10^18. */
function toPriceWad(sqrtPriceX96: bigint, token: TokenInfo, quote: TokenInfo): bigint {
  const square = sqrtPriceX96 ** 2n
  const [above, below] = isToken0(token.address, quote.address) ? [square, 1n << 192n] : [1n << 192n, square]
  return (above * WAD * 10n ** BigInt(token.decimals)) / (below * 10n ** BigInt(quote.decimals))
}
