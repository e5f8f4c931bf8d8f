import type { Address } from 'viem'
import { ToolError } from '../../core/errors.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { oracleAbi } from './abi.ts'
import { BASE } from './base.ts'
import type { Reading, Reserve } from './reserve.ts'

/** What the oracle says of a token: its price of 8 decimals, undefined where it gives none, and where that comes from. */
export interface OraclePrice {
  readonly priceBase: bigint | undefined
  readonly source: Address
}

/** Read what the oracle says of the tokens of reserves, in one request: one without a price leaves the others theirs. */
export async function readPrices(
  ctx: Reading,
  reserves: readonly Pick<Reserve, 'token'>[],
): Promise<readonly OraclePrice[]> {
  const oracle = { address: BASE.on(ctx.book).oracle, abi: oracleAbi } as const
  const answers = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    contracts: reserves.flatMap(({ token: { address } }) => [
      { ...oracle, functionName: 'getAssetPrice', args: [address] } as const,
      { ...oracle, functionName: 'getSourceOfAsset', args: [address] } as const,
    ]),
  })
  return reserves.map((_, index) => ({
    priceBase: answers[2 * index]?.result as bigint | undefined,
    source: answers[2 * index + 1]?.result as Address,
  }))
}

/** Read the prices of the tokens of reserves. @throws ToolError NO_PRICE where the oracle gives one of them none */
export async function requirePrices(
  ctx: Reading,
  reserves: readonly Pick<Reserve, 'token'>[],
): Promise<readonly bigint[]> {
  const prices = await readPrices(ctx, reserves)
  return prices.map(({ priceBase }, index) => {
    if (priceBase !== undefined) return priceBase
    const token = reserves[index]?.token.symbol ?? ''
    throw new ToolError('NO_PRICE', { token, reason: 'the oracle of Aave V3 gives none' })
  })
}
