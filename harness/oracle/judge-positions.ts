import type { CommitReport } from '../../tools/agent/committed.ts'
import type { LotChange } from '../../tools/core/lot-changes.ts'
import { differenceBps } from '../../tools/core/outcome.ts'
import { type DeltaPair, pairDeltas, toPositionDelta } from '../../tools/core/pair-deltas.ts'
import type { RecordPosition } from '../record/record.ts'
import type { Contradiction } from './contradiction.ts'

const name = ({ protocol, key, kind }: Pick<DeltaPair, 'protocol' | 'key' | 'kind'>) =>
  `${kind} in ${protocol} under ${key}`

/**
 * Hold what commits expected and reported of positions against what the chain shows. What nobody states is seen as well:
 * fees that are credited are a gain, but no lot is lost and no debt made unsaid.
 */
export function judgePositions(
  reports: readonly Pick<CommitReport, 'tool' | 'body' | 'expectedOutcome' | 'actualOutcome'>[],
  moved: readonly LotChange[],
): {
  readonly positions: readonly RecordPosition[]
  readonly errorBps: number
  readonly contradictions: readonly Contradiction[]
} {
  const observed = moved.map(toPositionDelta)
  const promised = pairDeltas(
    reports.flatMap(({ expectedOutcome }) => expectedOutcome.positions),
    observed,
  )
  const claimed = pairDeltas(
    reports.flatMap(({ actualOutcome }) => actualOutcome.positions),
    observed,
  )
  const toleranceBps = Math.max(...reports.map(({ body }) => body.plan.expectation.toleranceBps))
  const contradictions: Contradiction[] = []
  for (const pair of claimed) {
    const { expectedDelta: told, unitsDelta: seen } = pair
    if (told === 0n || told === seen) continue
    contradictions.push({
      law: 'oracle.actual-is-observed',
      subject: name(pair),
      expected: `${seen} (observed)`,
      found: `${told} (reported by ${reports.map(({ tool }) => tool).join(', ')})`,
    })
  }
  let errorBps = 0
  for (const pair of promised) {
    const { kind, expectedDelta, unitsDelta } = pair
    const isUnsaidDebt = expectedDelta === 0n && kind === 'owed' && unitsDelta > 0n
    if (expectedDelta === 0n && !isUnsaidDebt) continue
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

function toRow(promised: DeltaPair, claimed: readonly DeltaPair[]): RecordPosition {
  const { protocol, key, kind, lot } = promised
  const told = claimed.find(
    (pair) => pair.protocol === protocol && pair.key === key && pair.kind === kind && pair.lot === lot,
  )
  return {
    protocol,
    key,
    kind,
    expectedUnits: promised.expectedDelta.toString(),
    actualUnits: (told?.expectedDelta ?? 0n).toString(),
    observedUnits: promised.unitsDelta.toString(),
  }
}
