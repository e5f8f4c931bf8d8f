import type { Address } from 'viem'
import { type AddressBook, NATIVE_TOKEN } from '../../core/address-book.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { legsOfChange } from '../../core/lot-changes.ts'
import type { Outcome, PositionDelta } from '../../core/outcome.ts'
import type { LotKind } from '../../core/position.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { PAR, type Price, valueInUsdcRoundedDown, valueInUsdcRoundedUp } from '../evidence/valuation.ts'
import { findAsset, type SafetyPolicy } from '../policy/policy.ts'

/** A price as it is kept; `answer` is a decimal string, USD per whole token scaled by 10^decimals. */
interface KeptPrice {
  readonly answer: string
  readonly decimals: number
}

/** What an asset is priced at, and by which feeds; without prices none could be used. */
export interface PricedToken {
  readonly token: Address
  readonly symbol: string
  readonly decimals: number
  /** Counts at par, whatever its feeds say. */
  readonly isNumeraire?: true
  readonly lowest?: KeptPrice
  readonly highest?: KeptPrice
  readonly feeds: readonly Address[]
}

/** What units of a lot that come or go were worth of each token when the action was simulated. */
interface PricedLot {
  readonly protocol: string
  readonly key: string
  readonly kind: LotKind
  readonly lot: number
  /** How many units came or went; above zero. */
  readonly units: string
  readonly legs: readonly { readonly token: Address; readonly amount: string }[]
}

/** What it takes to value an outcome later, as it was when the action was decided. */
export interface PriceSheet {
  readonly tokens: readonly PricedToken[]
  readonly lots: readonly PricedLot[]
  /** Counts as the native coin, one for one. */
  readonly wrappedNative?: Address
}

const keep = ({ answer, decimals }: Price): KeptPrice => ({ answer: answer.toString(), decimals })
const restore = ({ answer, decimals }: KeptPrice): Price => ({ answer: BigInt(answer), decimals })
const distinct = (tokens: readonly Address[]) => [
  ...new Map(tokens.map((token) => [token.toLowerCase(), token])).values(),
]

/** Keep the prices of everything that an action is expected to move, as its decision read them. */
export function keepPrices(
  evidence: Pick<Evidence, 'prices' | 'positions'>,
  expected: Outcome,
  { policy, book }: { readonly policy: SafetyPolicy; readonly book: Pick<AddressBook, 'wrappedNative'> },
): PriceSheet {
  const lots = evidence.positions.changes.map((change): PricedLot => {
    const moved = change.after.units - change.before.units
    return {
      protocol: change.protocol,
      key: change.key,
      kind: change.kind,
      lot: change.lot,
      units: (moved < 0n ? -moved : moved).toString(),
      legs: legsOfChange(change).map(({ token, amount }) => ({ token, amount: amount.toString() })),
    }
  })
  const moved = [
    ...expected.assets.map(({ token }) => token),
    ...lots.flatMap(({ legs }) => legs.map(({ token }) => token)),
  ]
  const tokens = distinct(moved).flatMap((token): PricedToken[] => {
    const asset = findAsset(policy, token)
    if (asset === undefined) return []
    const { lowest, highest } = evidence.prices.of(token)
    return [
      {
        token,
        symbol: asset.symbol,
        decimals: asset.decimals,
        ...(asset.isNumeraire ? { isNumeraire: true } : {}),
        ...(lowest ? { lowest: keep(lowest) } : {}),
        ...(highest ? { highest: keep(highest) } : {}),
        feeds: [asset.feed, asset.secondary?.feed].filter((feed) => feed !== undefined),
      },
    ]
  })
  return { tokens, lots, ...(book.wrappedNative ? { wrappedNative: book.wrappedNative } : {}) }
}

/**
 * Value what an outcome changes of the given accounts, in USDC base units; undefined where a price or the worth of
 * units is not known.
 *
 * What the policy does not list counts for nothing, as it does in the cage. Amounts of one token are netted first; what
 * is left is worth the lowest price and rounded down where it came, the highest and rounded up where it went.
 */
export function valueOutcome(
  { assets, positions }: Outcome,
  sheet: PriceSheet,
  accounts: readonly Address[],
): bigint | undefined {
  const own = assets.filter(({ account }) => accounts.some((known) => isAddressEqual(known, account)))
  const moves = own.map(({ token, deltaBaseUnits }) => ({ token, amount: deltaBaseUnits }))
  for (const delta of positions) {
    const legs = legsOf(delta, sheet)
    if (legs === undefined) return undefined
    moves.push(...legs)
  }
  const wrapped = sheet.wrappedNative && findPriced(sheet, sheet.wrappedNative)?.token
  const net = new Map<Address, bigint>()
  for (const { token, amount } of moves) {
    const priced = findPriced(sheet, token)
    if (priced === undefined) continue
    const counted = token === NATIVE_TOKEN ? (wrapped ?? priced.token) : priced.token
    net.set(counted, (net.get(counted) ?? 0n) + amount)
  }
  let total = 0n
  for (const [token, amount] of net) {
    const worth = valueAmount(findPriced(sheet, token) as PricedToken, amount)
    if (worth === undefined) return undefined
    total += worth
  }
  return total
}

const findPriced = ({ tokens }: PriceSheet, token: Address) =>
  tokens.find((known) => isAddressEqual(known.token, token))

/** What units that came or went are worth of each token; undefined where no such lot was simulated. */
function legsOf({ protocol, key, kind, lot, unitsDelta }: PositionDelta, { lots }: PriceSheet) {
  if (unitsDelta === 0n) return []
  const alike = lots.filter(
    (known) => known.protocol === protocol && known.kind === kind && (lot === undefined || known.lot === lot),
  )
  // What is numbered when it is mined may have got another number than in the simulation.
  const found = alike.find((known) => known.key === key) ?? (alike.length === 1 ? alike[0] : undefined)
  if (found === undefined) return undefined
  const isOwed = kind === 'owed'
  const sign = unitsDelta < 0n === isOwed ? 1n : -1n
  const units = unitsDelta < 0n ? -unitsDelta : unitsDelta
  const whole = BigInt(found.units)
  return found.legs.map(({ token, amount }) => {
    const product = BigInt(amount) * units
    // What the account gains is rounded down, what it loses up.
    return { token, amount: sign > 0n ? product / whole : -((product + whole - 1n) / whole) }
  })
}

function valueAmount(
  { decimals, isNumeraire, lowest, highest }: PricedToken,
  amount: bigint,
): bigint | undefined {
  if (amount === 0n) return amount
  const kept = amount > 0n ? lowest : highest
  const price = isNumeraire ? PAR : kept && restore(kept)
  if (price === undefined) return undefined
  return amount > 0n
    ? valueInUsdcRoundedDown(amount, { decimals }, price)
    : -valueInUsdcRoundedUp(-amount, { decimals }, price)
}
