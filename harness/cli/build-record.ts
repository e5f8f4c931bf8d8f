import { computeDigest } from '../record/digest.ts'
import { RECORD_VERSION, type RecordStandings, type RunRecord } from '../record/record.ts'
import { nameRun } from '../record/run-id.ts'
import { keepExercised } from '../record/stand-ins.ts'
import { summarise } from '../record/summary.ts'

/** When a run began. */
export interface RunStart {
  readonly at: Date
  readonly ms: number
}

/** Note when a run begins. */
export const startRun = (): RunStart => ({ at: new Date(), ms: performance.now() })

/** What a run found, and under what. */
export interface RunFindings
  extends Pick<
    RunRecord,
    'provenance' | 'scenarios' | 'fuzz' | 'coverage' | 'gate' | 'incomplete' | 'notRun'
  > {
  /** Scenarios that should have run; those that did without it. */
  readonly planned?: number
  readonly setUpMs: number
  /** Of everything that a run can use. */
  readonly standings: RecordStandings
}

/** Build the record of a run that ends now. */
export function buildRecord(start: RunStart, findings: RunFindings): RunRecord {
  const { provenance, scenarios, planned, incomplete, setUpMs, standings, ...parts } = findings
  const body = {
    recordVersion: RECORD_VERSION,
    runId: nameRun(start.at, process.pid),
    startedAt: start.at.toISOString(),
    provenance,
    summary: summarise(scenarios, planned, findings),
    ...(incomplete ? { incomplete } : {}),
    scenarios,
    ...parts,
    standings: keepExercised(standings, findings),
    timings: { setUpMs, totalMs: performance.now() - start.ms },
  } as const
  return { ...body, digest: computeDigest(body) }
}
