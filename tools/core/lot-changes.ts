import type { Leg, Lot, LotKind, Position } from './position.ts'

/** Units of a lot, and what they are worth of each token. */
export type LotSide = Pick<Lot, 'units' | 'legs'>

/** A lot of which units came or went. */
export interface LotChange extends Pick<Position, 'protocol' | 'key' | 'place'> {
  /** Its place in its position. */
  readonly lot: number
  readonly kind: LotKind
  readonly before: LotSide
  readonly after: LotSide
}

const NO_UNITS: LotSide = { units: 0n, legs: [] }

/** Tell what a lot is. */
export const kindOf = ({
  claimableFromSeconds,
  legs,
}: Pick<Lot, 'claimableFromSeconds' | 'legs'>): LotKind =>
  claimableFromSeconds !== undefined ? 'leaving' : legs.some(({ amount }) => amount < 0n) ? 'owed' : 'held'

/**
 * List the lots whose units changed between two readings of an account's positions. A lot is known by its place in its
 * position; one that becomes another kind there, as at the start of a cooldown, goes as the one and comes as the other.
 */
export function listLotChanges(
  before: readonly Position[],
  after: readonly Position[],
): readonly LotChange[] {
  const lots = new Map<string, LotChange>()
  const note = (positions: readonly Position[], side: 'before' | 'after') => {
    for (const { protocol, key, place, lots: held } of positions) {
      for (const [index, lot] of held.entries()) {
        if (lot.units === 0n) continue
        const kind = kindOf(lot)
        const id = `${protocol} ${key} ${index} ${kind}`
        const own = { protocol, key, place, lot: index, kind }
        const known = lots.get(id) ?? { ...own, before: NO_UNITS, after: NO_UNITS }
        lots.set(id, { ...known, [side]: lot })
      }
    }
  }
  note(before, 'before')
  note(after, 'after')
  return [...lots.values()].filter((lot) => lot.before.units !== lot.after.units)
}

/** Sum what a change of units moves of each token at the index of the side that has more of them, rounded down. */
export function legsOfChange({ before, after }: LotChange): readonly Leg[] {
  const [more, less] = before.units > after.units ? [before, after] : [after, before]
  return more.legs.map(({ token, amount }) => ({
    token,
    amount: ((amount < 0n ? -amount : amount) * (more.units - less.units)) / more.units,
  }))
}
