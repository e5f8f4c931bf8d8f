import { kindOf, type LotChange, type LotSide, listLotChanges } from '../../tools/core/lot-changes.ts'
import type { Position } from '../../tools/core/position.ts'
import type { WorthDelta } from '../protocols/testbed-later.ts'

/** What the units of lots come to, before and by how much more or less after. */
export interface WorthSeen extends WorthDelta {
  readonly before: bigint
}

/** Positions around a change. */
export interface PositionsSeen {
  /** Lots of which units came or went. */
  readonly moved: readonly LotChange[]
  /** What each kind of lot of each position comes to, by token; also where nothing changed. */
  readonly worth: readonly WorthSeen[]
}

/** Compare two readings of an account's positions. */
export function comparePositions(before: readonly Position[], after: readonly Position[]): PositionsSeen {
  const worth = new Map<string, WorthSeen>()
  const note = (positions: readonly Position[], isAfter: boolean) => {
    for (const { protocol, key, lots } of positions) {
      for (const lot of lots.filter(({ units }) => units > 0n)) {
        const kind = kindOf(lot)
        for (const { token, amount } of lot.legs) {
          const id = `${protocol} ${key} ${kind} ${token.toLowerCase()}`
          const seen = worth.get(id) ?? { protocol, key, kind, token, amount: 0n, before: 0n }
          worth.set(
            id,
            isAfter
              ? { ...seen, amount: seen.amount + amount }
              : { ...seen, before: seen.before + amount, amount: seen.amount - amount },
          )
        }
      }
    }
  }
  note(before, false)
  note(after, true)
  return { moved: listLotChanges(before, after), worth: [...worth.values()] }
}

const NO_UNITS: LotSide = { units: 0n, legs: [] }

const unitsOf = ({ before, after }: LotChange) => after.units - before.units

/** Take changes of lots out of others: what is left came or went, as if nothing else had been there. */
export function withoutLots(moved: readonly LotChange[], out: readonly LotChange[]): readonly LotChange[] {
  if (out.length === 0) return moved
  const left = new Map<string, { readonly change: LotChange; readonly units: bigint }>()
  const add = (change: LotChange, units: bigint) => {
    const id = `${change.protocol} ${change.key} ${change.lot} ${change.kind}`
    left.set(id, { change, units: (left.get(id)?.units ?? 0n) + units })
  }
  for (const change of moved) add(change, unitsOf(change))
  for (const change of out) add(change, -unitsOf(change))
  return [...left.values()].flatMap(({ change, units }): LotChange[] => {
    const { before, after } = change
    const most = before.units > after.units ? before : after
    const size = units < 0n ? -units : units
    const side = {
      units: size,
      legs: most.legs.map(({ token, amount }) => ({ token, amount: (amount * size) / most.units })),
    }
    if (units === 0n) return []
    return [
      { ...change, ...(units > 0n ? { before: NO_UNITS, after: side } : { before: side, after: NO_UNITS }) },
    ]
  })
}
