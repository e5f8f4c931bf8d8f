import { type Address, encodeAbiParameters, type Hex, pad, parseAbi, zeroAddress } from 'viem'
import type { AddressBook } from '../../../tools/core/address-book.ts'
import { keccak256 } from '../../../tools/core/keccak256.ts'
import type { Leg, Position } from '../../../tools/core/position.ts'
import { BASE } from '../../../tools/protocols/balancer-v2/base.ts'
import { type ReadRounds, readContracts, tryContracts } from '../../chain/read-rounds.ts'
import { squareRoot } from '../sqrt-price.ts'
import type { LotUnit, Observed } from '../testbed.ts'
import { STABLE, WEIGHTED } from './pools.ts'

const vaultAbi = parseAbi(['function getInternalBalance(address, address[]) view returns (uint256[])'])
const tokenAbi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function totalSupply() view returns (uint256)',
  'function getInvariant() view returns (uint256)',
  'function getRate() view returns (uint256)',
])
const feedAbi = parseAbi([
  'function latestRoundData() view returns (uint80, int256 answer, uint256, uint256, uint80)',
  'function decimals() view returns (uint8)',
])

const WAD = 10n ** 18n
const NO_DEBT = 2n ** 256n - 1n
const PRICE_DECIMALS = 36
const ONE = 1n << 96n
const LEAST_RATIO = 1n << 36n
const MOST_RATIO = 1n << 156n
/** Binary digits of a weight that count. */
const DIGITS = 40

/** A token of a pool, how much finer 18 decimals are, and what a unit of these is worth in USD with 36. */
interface Held {
  readonly token: Address
  readonly scale: bigint
  readonly price: bigint
}

/** The key of a token that lies inside of the Vault. */
const keyOfToken = (token: Address): Hex => pad(token.toLowerCase() as Address, { size: 32 })

const placeOf = (vault: Address, key: Hex): Hex =>
  keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [vault, key]))

/** A power of a weight by roots, one for each of its binary digits, and a little more than it is. */
function powerAbove(base: bigint, weight: bigint): bigint {
  let [root, left, power] = [base, weight, ONE]
  for (let digit = 0; digit < DIGITS; digit += 1) {
    root = squareRoot(root << 96n)
    left *= 2n
    if (left < WAD) continue
    left -= WAD
    power = (power * root) >> 96n
  }
  return power + (power >> 32n) + 1n
}

/** What a weighted pool of an invariant holds where it trades at the feeds' prices (whitepaper, spot price and value function). */
function fairOfTwo(invariant: bigint, [first, second]: readonly Held[], weight: bigint): readonly bigint[] {
  if (first === undefined || second === undefined) return []
  if (first.price === 0n) return [invariant, 0n]
  if (second.price === 0n) return [0n, invariant]
  const asked = (weight * second.price * ONE) / ((WAD - weight) * first.price)
  const ratio = asked < LEAST_RATIO ? LEAST_RATIO : asked > MOST_RATIO ? MOST_RATIO : asked
  const root = powerAbove(ratio, weight)
  return [(invariant * ratio) / root, (invariant * ONE) / root]
}

/** Equal parts of a stable pool's invariant, each as much less as its token is dearer than the cheapest. */
function fairOfStable(invariant: bigint, held: readonly Held[]): readonly bigint[] {
  const unknown = held.findIndex(({ price }) => price === 0n)
  if (unknown >= 0) return held.map((_, index) => (index === unknown ? invariant : 0n))
  const least = held.map(({ price }) => price).reduce((a, b) => (a < b ? a : b))
  return held.map(({ price }) => (invariant * least) / (BigInt(held.length) * price))
}

/** Read what tokens are worth by the feeds. */
function* readHeld(book: AddressBook, symbols: readonly string[]): ReadRounds<readonly Held[]> {
  const known = symbols.flatMap((name) => book.tokens.find(({ symbol }) => symbol === name) ?? [])
  const answers = yield* tryContracts(
    known.flatMap((info) => {
      const feed = { address: info.feed?.address ?? zeroAddress, abi: feedAbi } as const
      return [
        { ...feed, functionName: 'latestRoundData' },
        { ...feed, functionName: 'decimals' },
      ] as const
    }),
  )
  return known.map(({ address: token, decimals: own }, index) => {
    const [round, decimals] = answers.slice(2 * index) as [readonly bigint[] | undefined, number | undefined]
    const scale = 10n ** BigInt(18 - own)
    const answer = round?.[1] ?? 0n
    const isPriced = decimals !== undefined && answer > 0n
    const ofBase = isPriced ? (answer * 10n ** BigInt(PRICE_DECIMALS)) / 10n ** BigInt(decimals + own) : 0n
    return { token, scale, price: ofBase / scale }
  })
}

/** What shares hold: the pool's invariant for one share is their index. */
function holdingOf(
  vault: Address,
  key: Hex,
  units: bigint,
  rate: bigint,
  { held, fair }: { readonly held: readonly Held[]; fair(invariant: bigint): readonly bigint[] },
): readonly Position[] {
  if (units === 0n) return []
  const index = rate === 0n ? 1n : rate
  const amounts = fair((units * index) / WAD)
  const legs = held.map(({ token, scale }, at): Leg => ({ token, amount: (amounts[at] as bigint) / scale }))
  return [
    {
      protocol: BASE.id,
      key,
      place: placeOf(vault, key),
      health: NO_DEBT,
      lots: [{ units, index, legs }],
    },
  ]
}

/** Read what an account has of the origin's pools, and inside of the Vault; the protocol takes no fee there. */
export function* observe({ book, account }: Observed): ReadRounds<readonly Position[]> {
  const known = BASE.find(book)
  if (known === undefined) return []
  const { vault, weightedPool, stablePool } = known
  const tokens = book.tokens.map(({ address }) => address)
  const [inside, weighted, stable] = yield* readContracts([
    { address: vault, abi: vaultAbi, functionName: 'getInternalBalance', args: [account, tokens] } as const,
    { address: weightedPool, abi: tokenAbi, functionName: 'balanceOf', args: [account] } as const,
    { address: stablePool, abi: tokenAbi, functionName: 'balanceOf', args: [account] } as const,
  ])
  const lying = tokens.flatMap((token, at): Position[] => {
    const units = inside[at] ?? 0n
    const key = keyOfToken(token)
    const legs = [{ token, amount: units }]
    if (units === 0n) return []
    return [
      {
        protocol: BASE.id,
        key,
        place: placeOf(vault, key),
        health: NO_DEBT,
        lots: [{ units, index: 1n, legs }],
      },
    ]
  })
  if (weighted === 0n && stable === 0n) return lying
  const [product, supply, rate] = yield* readContracts([
    { address: weightedPool, abi: tokenAbi, functionName: 'getInvariant' } as const,
    { address: weightedPool, abi: tokenAbi, functionName: 'totalSupply' } as const,
    { address: stablePool, abi: tokenAbi, functionName: 'getRate' } as const,
  ])
  const two = yield* readHeld(book, WEIGHTED.tokens)
  const three = yield* readHeld(book, STABLE.tokens)
  const [weight] = WEIGHTED.weightsWad
  return [
    ...lying,
    ...holdingOf(vault, WEIGHTED.id, weighted, (product * WAD) / supply, {
      held: two,
      fair: (of) => fairOfTwo(of, two, weight),
    }),
    ...holdingOf(vault, STABLE.id, stable, rate, {
      held: three,
      fair: (of) => fairOfStable(of, three),
    }),
  ]
}

/** Shares are no amount of a token. */
export const unitOf = ({ key }: { readonly key: Hex }): LotUnit | undefined =>
  key === WEIGHTED.id || key === STABLE.id ? { name: 'shares' } : undefined
