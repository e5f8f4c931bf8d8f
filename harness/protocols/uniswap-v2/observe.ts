import { type Address, encodePacked, getCreate2Address, pad, zeroAddress } from 'viem'
import type { AddressBook } from '../../../tools/core/address-book.ts'
import { encodeAbiParameters } from '../../../tools/core/encode-abi-parameters.ts'
import { keccak256 } from '../../../tools/core/keccak256.ts'
import type { Position } from '../../../tools/core/position.ts'
import { BASE } from '../../../tools/protocols/uniswap-v2/base.ts'
import { type ReadRounds, readContracts, tryContracts } from '../../chain/read-rounds.ts'
import { readPrices } from '../feed-prices.ts'
import { squareRoot } from '../sqrt-price.ts'
import type { Observed } from '../testbed.ts'
import { factoryAbi, pairAbi } from './contracts.ts'

/** Hash of the code that creates a pair (`UniswapV2Library.pairFor` of the periphery). */
const PAIR_CODE_HASH = '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f'

/** Two tokens, the lower address first, and where their pair is if there is one. */
interface Pair {
  readonly couple: readonly [Address, Address]
  readonly address: Address
}

/** Where the pairs of a book's tokens are does not change. */
const listed = new WeakMap<AddressBook, readonly Pair[]>()

const SCALE = 10n ** 18n
const Q96 = 1n << 96n

/**
 * Read an account's liquidity of every pair of tokens of the book, worth what the pair would hold if it traded at the
 * feeds' prices: half of the value each way, for a product of reserves that no trade changes (whitepaper, section 3.2).
 */
export function* observe({ book, account }: Observed): ReadRounds<readonly Position[]> {
  const factory = BASE.find(book)?.factory
  if (factory === undefined) return []
  const pairs = listPairs(book, factory)
  // Most of them were never created, and have no code that could answer.
  const balances = yield* tryContracts(
    pairs.map(
      ({ address }) => ({ address, abi: pairAbi, functionName: 'balanceOf', args: [account] }) as const,
    ),
  )
  const held = pairs.flatMap((pair, index) => {
    const units = (balances[index] as bigint | undefined) ?? 0n
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

function listPairs(book: AddressBook, factory: Address): readonly Pair[] {
  const kept = listed.get(book)
  if (kept !== undefined) return kept
  const tokens = book.tokens
    .map(({ address }) => address)
    .toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
  const pairs = tokens.flatMap((first, index) =>
    tokens.slice(index + 1).map((second) => {
      const salt = keccak256(encodePacked(['address', 'address'], [first, second]))
      const address = getCreate2Address({ from: factory, salt, bytecodeHash: PAIR_CODE_HASH })
      return { couple: [first, second] as const, address }
    }),
  )
  listed.set(book, pairs)
  return pairs
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
