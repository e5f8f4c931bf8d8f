import { relative, resolve } from 'node:path'
import { measureCoverage } from '../coverage/measure-coverage.ts'
import { HarnessError } from '../errors.ts'
import { type Baseline, nameOrigin, shorten, takeBaseline } from '../record/gate/baseline.ts'
import { readBaseline } from '../record/gate/baseline-file.ts'
import { compareBaselines } from '../record/gate/compare-baselines.ts'
import type { RecordGate, RunRecord } from '../record/record.ts'
import { summarise } from '../record/summary.ts'
import { PROJECT_ROOT } from './paths.ts'
import type { ServedUpstream } from './upstream.ts'

/**
 * Measure what a run came to, as baselines hold it.
 *
 * @throws HarnessError BAD_USAGE for a run that was cut short, or a fuzz run
 */
export function measureRun(record: RunRecord): Baseline {
  if (record.incomplete === undefined && record.fuzz === undefined)
    return takeBaseline(record, measureCoverage(record.scenarios))
  throw new HarnessError('BAD_USAGE', 'this run cannot be compared', {
    where: record.runId,
    expected: 'a run of scenarios that came to its end',
    found: record.fuzz ? 'a fuzz run' : `a run that ended early: ${record.incomplete?.message}`,
    hint: 'name another run, or run the scenarios again',
  })
}

/** What runs have to have in common to be compared. */
type Chain = Pick<Baseline, 'seed' | 'origin' | 'cassette'>

/**
 * Refuse to compare runs that say nothing of each other.
 *
 * @throws HarnessError BAD_USAGE
 */
function assertComparable(where: string, before: Chain, after: Chain): void {
  // What one of a live chain says is compared with what its cassette says.
  const isNamed = before.cassette !== undefined && after.cassette !== undefined
  const [expected, found] = [before, after].map(
    ({ seed, origin, cassette }) =>
      `seed ${seed}, origin ${origin}${isNamed ? `, cassette ${cassette}` : ''}`,
  )
  if (expected === undefined || expected === found) return
  throw new HarnessError('BAD_USAGE', 'the runs are not of the same seed and origin', {
    where,
    expected,
    found: `${found}`,
    hint: 'run with the same --seed on the same chain, or accept a new baseline with `assay gate --update`',
  })
}

/** A baseline that a run is held against when it ends. */
export interface OpenBaseline {
  /** Refuse a run, before anything runs, that says nothing of it. @throws HarnessError BAD_USAGE */
  assertFits(seed: string, served: Pick<ServedUpstream, 'kind' | 'upstream' | 'cassetteHash'>): void
  /** @param outdated what of the checkout is not as when the run was made */
  hold(record: RunRecord, outdated?: readonly string[]): RunRecord
}

/**
 * Open the baseline of a file.
 *
 * @throws HarnessError BASELINE_UNREADABLE
 */
export function openBaseline(file: string): OpenBaseline {
  const path = resolve(file)
  const baseline = readBaseline(path)
  return {
    assertFits(seed, { kind, cassetteHash, upstream: { book, blockNumber } }) {
      const origin = nameOrigin({ kind, chainId: book.chainId, blockNumber: `${blockNumber}` })
      const cassette = cassetteHash === undefined ? {} : { cassette: shorten(cassetteHash) }
      assertComparable(path, baseline, { seed, origin, ...cassette })
    },
    hold(record, outdated = []) {
      const { gate, ...held } = holdBaseline(record, path, baseline)
      return { ...held, gate: outdated.length === 0 ? gate : { ...gate, outdated } }
    },
  }
}

/**
 * Hold a run against the baseline of a file: its record, with what differs and the verdict that follows.
 *
 * @throws HarnessError BAD_USAGE where the two say nothing of each other
 */
function holdBaseline(record: RunRecord, path: string, baseline: Baseline) {
  const within = relative(PROJECT_ROOT, path)
  return holdAgainst(record, { name: within.startsWith('..') ? path : within, where: path }, baseline)
}

/**
 * Hold a run against what another came to, under a name: its record, with what differs and the verdict that follows.
 *
 * @throws HarnessError BAD_USAGE where the two say nothing of each other
 */
export function holdAgainst(
  record: RunRecord,
  { name, where }: { readonly name: string; readonly where: string },
  baseline: Baseline,
): RunRecord & { readonly gate: RecordGate } {
  const found = measureRun(record)
  assertComparable(where, baseline, found)
  const gate = { baseline: name, differences: compareBaselines(baseline, found) }
  const held = { ...record, gate }
  return { ...held, summary: summarise(held.scenarios, held.summary.total, held) }
}
