/** What one venue pays for one, two, … parts of an amount; undefined where it refuses. */
export interface VenueCurve<Venue> {
  readonly venue: Venue
  readonly amountsOut: readonly (bigint | undefined)[]
}

/** How many parts go to a venue, and what it pays for them together. */
export interface Leg<Venue> {
  readonly venue: Venue
  readonly parts: number
  readonly amountOutBaseUnits: bigint
}

interface Choice<Venue> {
  readonly total: bigint
  readonly legs: readonly Leg<Venue>[]
}

/**
 * Share parts of an amount out so that the venues together pay the most: the knapsack over what each pays for each
 * number of parts, exact for pools that do not touch each other. Of equal shares the one with fewer legs is taken.
 * Answers undefined where the venues together do not take all parts.
 */
export function splitParts<Venue>(
  venues: readonly VenueCurve<Venue>[],
  parts: number,
): readonly Leg<Venue>[] | undefined {
  let best: (Choice<Venue> | undefined)[] = [{ total: 0n, legs: [] }]
  for (const venue of venues) {
    best = Array.from({ length: parts + 1 }, (_, count) => chooseBest(venue, best, count))
  }
  return best[parts]?.legs
}

function chooseBest<Venue>(
  { venue, amountsOut }: VenueCurve<Venue>,
  before: readonly (Choice<Venue> | undefined)[],
  count: number,
): Choice<Venue> | undefined {
  let chosen = before[count]
  for (let own = 1; own <= count; own += 1) {
    const amountOut = amountsOut[own - 1]
    const rest = before[count - own]
    if (amountOut === undefined || rest === undefined) continue
    const legs = [...rest.legs, { venue, parts: own, amountOutBaseUnits: amountOut }]
    const total = rest.total + amountOut
    const isBetter =
      chosen === undefined ||
      total > chosen.total ||
      (total === chosen.total && legs.length < chosen.legs.length)
    if (isBetter) chosen = { total, legs }
  }
  return chosen
}

/** What some of a number of equal parts come to, rounded down: the differences of successive ones make up the whole. */
export const amountOfParts = (total: bigint, parts: number, of: number): bigint =>
  (total * BigInt(parts)) / BigInt(of)
