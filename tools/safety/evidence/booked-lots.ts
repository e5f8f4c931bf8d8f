import type { Address, Hex } from 'viem'
import { kindOf } from '../../core/lot-changes.ts'
import type { Leg, LotKind, Position } from '../../core/position.ts'

/** A lot in the books: at least so much must be held or leaving, at most so much owed. */
export interface BookedLot {
  readonly protocol: string
  readonly key: Hex
  /** Its place in its position. */
  readonly lot: number
  readonly kind: LotKind
  readonly units: string
  /** What the units were worth when they were booked. */
  readonly legs: readonly { readonly token: Address; readonly amount: string }[]
  /** Set until it is found: a position that an action opens may get another number than a simulation gave it. */
  readonly isNew?: true
}

/** Units that are gone, or owed beyond what was booked. */
export interface MissingUnits extends Pick<BookedLot, 'protocol' | 'key' | 'lot' | 'kind'> {
  readonly units: bigint
  readonly booked: bigint
  readonly found: bigint
  /** What they were worth, of each token. */
  readonly legs: readonly Leg[]
}

const magnitude = (amount: bigint) => (amount < 0n ? -amount : amount)

/** Book every lot as it is found. */
export const bookLots = (positions: readonly Position[]): readonly BookedLot[] =>
  positions.flatMap(({ protocol, key, lots }) =>
    lots.flatMap((lot, index) =>
      lot.units === 0n
        ? []
        : [
            {
              protocol,
              key,
              lot: index,
              kind: kindOf(lot),
              units: lot.units.toString(),
              legs: lot.legs.map(({ token, amount }) => ({ token, amount: magnitude(amount).toString() })),
            },
          ],
    ),
  )

const isSame = (a: BookedLot, b: BookedLot) =>
  a.protocol === b.protocol && a.key === b.key && a.lot === b.lot && a.kind === b.kind

/** Smallest share of a change, in basis points, by which time between simulation and block may change it. */
const LEAST_TOLERANCE_BPS = 1

/** Foresee the lots after an action: less held and more owed by what is tolerated of each change. */
export function foreseeLots(
  before: readonly Position[],
  after: readonly Position[],
  toleranceBps: number,
): readonly BookedLot[] {
  const were = bookLots(before)
  const bps = BigInt(Math.max(toleranceBps, LEAST_TOLERANCE_BPS))
  return bookLots(after).map((lot) => {
    const was = BigInt(were.find((other) => isSame(other, lot))?.units ?? 0)
    const units = BigInt(lot.units)
    const delta = magnitude(units - was)
    const tolerated = delta === 0n ? 0n : (delta * bps + 9_999n) / 10_000n
    const bound = lot.kind === 'owed' ? units + tolerated : units - tolerated
    const isKnown = before.some(({ protocol, key }) => protocol === lot.protocol && key === lot.key)
    return { ...lot, units: bound.toString(), ...(isKnown ? {} : { isNew: true as const }) }
  })
}

/** Expect of booked lots no more than others do. */
export function lowerLots(booked: readonly BookedLot[], others: readonly BookedLot[]): readonly BookedLot[] {
  const kept = booked.flatMap((lot) => {
    const other = others.find((candidate) => isSame(candidate, lot))
    if (lot.kind === 'owed') return other && BigInt(other.units) > BigInt(lot.units) ? [other] : [lot]
    if (other === undefined) return []
    return BigInt(other.units) < BigInt(lot.units) ? [other] : [lot]
  })
  const owed = others.filter((other) => other.kind === 'owed' && !booked.some((lot) => isSame(lot, other)))
  return [...kept, ...owed]
}

/** Find what is gone of booked lots, and what is owed beyond them. */
export function findMissing(
  booked: readonly BookedLot[],
  positions: readonly Position[],
): readonly MissingUnits[] {
  const unmatched = [...bookLots(positions)]
  const take = (matches: (lot: BookedLot) => boolean) => {
    const index = unmatched.findIndex(matches)
    return index < 0 ? undefined : unmatched.splice(index, 1)[0]
  }
  const known = booked.map((lot) => ({ lot, found: take((found) => isSame(found, lot)) }))
  const all = known.map(({ lot, found }) => ({
    lot,
    found:
      found ??
      (lot.isNew
        ? take((other) => other.protocol === lot.protocol && other.lot === lot.lot && other.kind === lot.kind)
        : undefined),
  }))
  const gone = all.flatMap(({ lot, found }) => {
    const [was, is] = [BigInt(lot.units), BigInt(found?.units ?? 0)]
    if (lot.kind === 'owed') return is > was ? [toMissing(found ?? lot, is - was, was, is)] : []
    return is < was ? [toMissing(lot, was - is, was, is)] : []
  })
  const added = unmatched.flatMap((lot) =>
    lot.kind === 'owed' ? [toMissing(lot, BigInt(lot.units), 0n, BigInt(lot.units))] : [],
  )
  return [...gone, ...added]
}

/** The legs of missing units are that share of the lot's, rounded up. */
function toMissing(
  { protocol, key, lot, kind, units: all, legs }: BookedLot,
  units: bigint,
  booked: bigint,
  found: bigint,
): MissingUnits {
  const whole = BigInt(all)
  const share = (amount: bigint) => (whole === 0n ? amount : (amount * units + whole - 1n) / whole)
  return {
    protocol,
    key,
    lot,
    kind,
    units,
    booked,
    found,
    legs: legs.map(({ token, amount }) => ({ token, amount: share(BigInt(amount)) })),
  }
}
