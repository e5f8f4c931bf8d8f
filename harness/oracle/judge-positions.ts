import { isAddressEqual } from '../../tools/core/is-address-equal.ts'
import { type LotChange, legsOfChange } from '../../tools/core/lot-changes.ts'
import { type AssetDelta, differenceBps, type Outcome, type PositionDelta } from '../../tools/core/outcome.ts'
import { type DeltaPair, pairDeltas, toPositionDelta } from '../../tools/core/pair-deltas.ts'
import type { Leg } from '../../tools/core/position.ts'
import type { RecordPosition } from '../record/record.ts'
import type { Contradiction } from './contradiction.ts'
import type { ToldOutcome } from './told-outcome.ts'

const name = ({ protocol, key, kind }: Pick<DeltaPair, 'protocol' | 'key' | 'kind'>) =>
  `${kind} in ${protocol} under ${key}`

const statesNone = ({ positions }: Pick<Outcome, 'positions'>) => positions.length === 0

/**
 * Hold what was expected and reported of positions against what the chain shows. What nobody states is seen as well:
 * fees that are credited are a gain, but no debt is made unsaid, and of a lot nothing goes that does not arrive. Where
 * nothing at all is told of positions, none may take in what went from the wallet.
 */
export function judgePositions(
  told: readonly ToldOutcome[],
  moved: readonly LotChange[],
  arrived: readonly AssetDelta[],
): {
  readonly positions: readonly RecordPosition[]
  readonly errorBps: number
  readonly contradictions: readonly Contradiction[]
} {
  const observed = moved.map(toPositionDelta)
  const pair = (stated: readonly PositionDelta[]) => pairDeltas(sumByLot(stated, observed), observed)
  const promised = pair(told.flatMap(({ expected }) => expected.positions))
  const claimed = pair(told.flatMap(({ actual }) => actual.positions))
  const toleranceBps = Math.max(...told.map((one) => one.toleranceBps))
  const isSilent = told.every(({ expected, actual }) => [expected, actual].every(statesNone))
  const contradictions: Contradiction[] = []
  for (const pair of claimed) {
    const { expectedDelta: claim, unitsDelta: seen } = pair
    if (claim === seen || (claim === 0n && !(isSilent && isPaid(pair, moved, arrived)))) continue
    contradictions.push({
      law: 'oracle.actual-is-observed',
      subject: name(pair),
      expected: `${seen} (observed)`,
      found: `${claim} (reported by ${told.map(({ by }) => by).join(', ')})`,
    })
  }
  const arrivals = createArrivals(arrived)
  let errorBps = 0
  for (const pair of promised) {
    const { expectedDelta, unitsDelta } = pair
    if (expectedDelta === 0n && !isUnsaidLoss(pair, moved, arrivals)) continue
    const difference = differenceBps(expectedDelta, unitsDelta)
    errorBps = Math.max(errorBps, difference)
    if (difference <= toleranceBps) continue
    contradictions.push({
      law: 'oracle.observed-within-tolerance',
      subject: name(pair),
      expected: `${expectedDelta} ± ${toleranceBps} bps`,
      found: `${unitsDelta} (${difference} bps)`,
    })
  }
  return { positions: promised.map((pair) => toRow(pair, claimed)), errorBps, contradictions }
}

/** Sum what several actions state of what is one lot at most; each new position, or exit, is one of its own. */
function sumByLot(
  stated: readonly PositionDelta[],
  observed: readonly Required<PositionDelta>[],
): readonly PositionDelta[] {
  const sums = new Map<string, PositionDelta>()
  for (const [index, delta] of stated.entries()) {
    const { protocol, key, kind, lot } = delta
    const found = observed.filter(
      (other) =>
        other.protocol === protocol &&
        other.key === key &&
        other.kind === kind &&
        (lot === undefined || other.lot === lot),
    )
    const isOwn = key === 'new' || found.length > 1
    const id = isOwn ? `${index}` : `${protocol} ${key} ${kind} ${lot}`
    const { unitsDelta = 0n } = sums.get(id) ?? {}
    sums.set(id, { ...delta, unitsDelta: unitsDelta + delta.unitsDelta })
  }
  return [...sums.values()]
}

/** What arrived, of which each part makes good for one lot alone. */
function createArrivals(arrived: readonly AssetDelta[]) {
  let left = arrived
  return {
    /** Take what a lot lost; false when not all of it is left. */
    take(legs: readonly Leg[]): boolean {
      const rest = legs.reduce(
        (some, { token, amount }) =>
          some.map((delta) =>
            isAddressEqual(delta.token, token)
              ? { ...delta, deltaBaseUnits: delta.deltaBaseUnits - amount }
              : delta,
          ),
        left,
      )
      const isThere = legs.every(({ token }) =>
        rest.some((delta) => isAddressEqual(delta.token, token) && delta.deltaBaseUnits >= 0n),
      )
      if (isThere) left = rest
      return isThere
    },
  }
}

/** Whether a lot gained, or a debt fell, and any of what it is worth went from the account. */
function isPaid(pair: DeltaPair, moved: readonly LotChange[], arrived: readonly AssetDelta[]): boolean {
  const { kind, unitsDelta } = pair
  const isGain = kind === 'owed' ? unitsDelta < 0n : unitsDelta > 0n
  const tokens = isGain ? legsMoved(pair, moved).map(({ token }) => token) : []
  return arrived.some(
    ({ token, deltaBaseUnits }) => deltaBaseUnits < 0n && tokens.some((leg) => isAddressEqual(leg, token)),
  )
}

/** What the units of a lot that came or went are worth. */
function legsMoved({ protocol, key, kind, lot }: DeltaPair, moved: readonly LotChange[]): readonly Leg[] {
  const change = moved.find(
    (one) => one.protocol === protocol && one.key === key && one.kind === kind && one.lot === lot,
  )
  return change ? legsOfChange(change) : []
}

/** Whether debt was made, or a lot lost units for which nothing came. */
function isUnsaidLoss(
  pair: DeltaPair,
  moved: readonly LotChange[],
  arrivals: ReturnType<typeof createArrivals>,
): boolean {
  const { kind, unitsDelta } = pair
  if (kind === 'owed') return unitsDelta > 0n
  if (unitsDelta >= 0n) return false
  const legs = legsMoved(pair, moved)
  return legs.length === 0 || !arrivals.take(legs)
}

function toRow(promised: DeltaPair, claimed: readonly DeltaPair[]): RecordPosition {
  const { protocol, key, kind, lot } = promised
  const reported = claimed.find(
    (pair) => pair.protocol === protocol && pair.key === key && pair.kind === kind && pair.lot === lot,
  )
  return {
    protocol,
    key,
    kind,
    expectedUnits: promised.expectedDelta.toString(),
    actualUnits: (reported?.expectedDelta ?? 0n).toString(),
    observedUnits: promised.unitsDelta.toString(),
  }
}
