import { type Address, isAddressEqual, type PublicClient, parseAbi } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import type { LocalPlan } from '../../tools/core/plan.ts'
import { BASE as UNISWAP_V3 } from '../../tools/protocols/uniswap-v3/base.ts'
import { HarnessError } from '../errors.ts'

const factoryAbi = parseAbi(['function getPool(address, address, uint24) view returns (address)'])
const feedAbi = parseAbi(['function latestAnswer() view returns (int256)'])

const FEE_TIERS = [100, 500, 3000, 10_000]

/** The whole part of a square root. */
function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let [low, high] = [value, (value + 1n) / 2n]
  while (high < low) [low, high] = [high, (high + value / high) / 2n]
  return low
}

/** Plan what moves every pool of a token to where the token has a price, the other one being worth what its feed says. */
export async function planPoolMoves(input: {
  readonly client: PublicClient
  readonly book: AddressBook
  readonly token: Address
  readonly usd: bigint
  readonly usdDecimals: number
}): Promise<readonly LocalPlan[]> {
  const { client, book, token } = input
  const factory = UNISWAP_V3.find(book)?.factory
  const moved = book.tokens.find(({ address }) => isAddressEqual(address, token))
  if (factory === undefined || moved === undefined) {
    throw new HarnessError('STEP_IMPOSSIBLE', 'this token has no pools here', {
      where: token,
      hint: 'choose a token of the world',
    })
  }
  const moves: LocalPlan[] = []
  for (const other of book.tokens) {
    if (other.feed === undefined || isAddressEqual(other.address, token)) continue
    const answer = await client.readContract({
      address: other.feed.address,
      abi: feedAbi,
      functionName: 'latestAnswer',
    })
    const sides = [
      { token: moved, usd: input.usd, usdDecimals: input.usdDecimals },
      { token: other, usd: answer, usdDecimals: other.feed.decimals },
    ].sort((a, b) => (BigInt(a.token.address) < BigInt(b.token.address) ? -1 : 1))
    const [zero, one] = sides as [(typeof sides)[0], (typeof sides)[0]]
    for (const feeTier of FEE_TIERS) {
      const pool = await client.readContract({
        address: factory,
        abi: factoryAbi,
        functionName: 'getPool',
        args: [zero.token.address, one.token.address, feeTier],
      })
      if (BigInt(pool) === 0n) continue
      // Base units of the second token for one of the first, as a fraction, then its root with 96 binary places.
      const numerator = zero.usd * 10n ** BigInt(one.token.decimals + one.usdDecimals)
      const denominator = one.usd * 10n ** BigInt(zero.token.decimals + zero.usdDecimals)
      moves.push({
        kind: 'local',
        port: 'chain-control',
        operation: 'movePoolPrice',
        params: {
          pool,
          token0: zero.token.address,
          token1: one.token.address,
          feeTier,
          targetSqrtPriceX96: squareRoot((numerator << 192n) / denominator).toString(),
        },
      })
    }
  }
  return moves
}
