import { type Address, keccak256, pad, zeroAddress } from 'viem'
import { encodeAbiParameters } from '../../../tools/core/encode-abi-parameters.ts'
import type { Position } from '../../../tools/core/position.ts'
import { BASE } from '../../../tools/protocols/uniswap-v2/base.ts'
import { type ReadRounds, readContracts } from '../../chain/read-rounds.ts'
import { readPrices } from '../feed-prices.ts'
import { squareRoot } from '../sqrt-price.ts'
import type { Observed } from '../testbed.ts'
import { factoryAbi, pairAbi } from './contracts.ts'

const SCALE = 10n ** 18n
const Q96 = 1n << 96n

/**
 * Read an account's liquidity of every pair of tokens of the book, worth what the pair would hold if it traded at the
 * feeds' prices: half of the value each way, for a product of reserves that no trade changes (whitepaper, section 3.2).
 */
export function* observe({ book, account }: Observed): ReadRounds<readonly Position[]> {
  const factory = BASE.find(book)?.factory
  if (factory === undefined) return []
  const tokens = book.tokens
    .map(({ address }) => address)
    .toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
  const couples = tokens.flatMap((first, index) =>
    tokens.slice(index + 1).map((second) => [first, second] as const),
  )
  const pairs = yield* readContracts(
    couples.map((args) => ({ address: factory, abi: factoryAbi, functionName: 'getPair', args }) as const),
  )
  const known = couples.flatMap((couple, index) => {
    const address = pairs[index] as Address
    return address === zeroAddress ? [] : [{ couple, address }]
  })
  const balances = yield* readContracts(
    known.map(
      ({ address }) => ({ address, abi: pairAbi, functionName: 'balanceOf', args: [account] }) as const,
    ),
  )
  const held = known.flatMap((pair, index) => {
    const units = balances[index] as bigint
    return units === 0n ? [] : [{ ...pair, units }]
  })
  if (held.length === 0) return []
  const prices = yield* readPrices(
    book,
    held.flatMap(({ couple }) => couple),
  )
  const positions: Position[] = []
  for (const [place, { couple, address, units }] of held.entries()) {
    const index = yield* readIndex(address, factory)
    const [amount0, amount1] = shareOut((units * index) / SCALE, prices[2 * place], prices[2 * place + 1])
    positions.push({
      protocol: BASE.id,
      key: pad(address.toLowerCase() as Address, { size: 32 }),
      place: keccak256(
        encodeAbiParameters(
          [{ type: 'address' }, { type: 'address' }, { type: 'address' }],
          [factory, couple[0], couple[1]],
        ),
      ),
      health: 2n ** 256n - 1n,
      lots: [
        {
          units,
          index,
          legs: [
            { token: couple[0], amount: amount0 },
            { token: couple[1], amount: amount1 },
          ],
        },
      ],
    })
  }
  return positions
}

/** The root of the product of the reserves for one unit of liquidity, after the protocol took its sixth of the growth. */
function* readIndex(address: Address, factory: Address): ReadRounds<bigint> {
  const [[reserve0, reserve1], supply, kLast, feeTo] = yield* readContracts([
    { address, abi: pairAbi, functionName: 'getReserves' } as const,
    { address, abi: pairAbi, functionName: 'totalSupply' } as const,
    { address, abi: pairAbi, functionName: 'kLast' } as const,
    { address: factory, abi: factoryAbi, functionName: 'feeTo' } as const,
  ])
  const root = squareRoot(reserve0 * reserve1)
  const rootLast = feeTo === zeroAddress || kLast === 0n ? root : squareRoot(kLast)
  const minted = root > rootLast ? (supply * (root - rootLast)) / (5n * root + rootLast) : 0n
  return (root * SCALE) / (supply + minted)
}

/** Both amounts at the feeds' prices; all is in a token that has none, which is worth nothing then. */
function shareOut(root: bigint, price0 = 0n, price1 = 0n): readonly [bigint, bigint] {
  if (price0 === 0n) return [root, 0n]
  if (price1 === 0n) return [0n, root]
  const ratio = squareRoot((price0 << 192n) / price1)
  return [(root * Q96) / ratio, (root * ratio) / Q96]
}
