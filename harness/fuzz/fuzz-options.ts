import type { CaseOracle } from '../property/case-judge.ts'
import type { RecordScenario } from '../record/record.ts'
import type { ScenarioDocument } from '../scenario/scenario-document.ts'
import type { CaseReport } from '../schedule/execute-case.ts'
import type { Job, JobResult } from '../schedule/job.ts'
import type { FailureIdentity } from './failure-identity.ts'
import type { FuzzState } from './fuzz-state.ts'
import type { FuzzProperty } from './properties.ts'
import type { WrittenCase } from './written-cases.ts'

/** A case of a fuzz run: drawn, with what decides about it, or a scenario as it was written. */
export type FuzzCase =
  | { readonly document: ScenarioDocument; readonly oracle: CaseOracle }
  | { readonly written: Job }

/** A failure as it was found, made small. */
export interface SmallFailure {
  readonly identity: FailureIdentity
  readonly firstCase: number
  readonly document: ScenarioDocument
  readonly oracle: CaseOracle
  readonly report: CaseReport
  readonly record: RecordScenario
}

/** What the loop reports while it runs. */
export interface FuzzListener {
  caseFinished(record: RecordScenario, operations: number): void
  shrinking(identity: FailureIdentity, firstCase: number): void
  /** A block is complete: the state can be kept. */
  blockFinished(state: FuzzState): void
}

/** Options of a fuzz run. */
export interface FuzzOptions {
  readonly property: FuzzProperty
  readonly seed: string
  /** Written scenarios that are run between the drawn cases, and spliced with them. */
  readonly written: readonly WrittenCase[]
  /** Where to begin: the start, or where an earlier run stopped. */
  readonly state: FuzzState
  readonly limit: { readonly runs: number } | { readonly timeMs: number }
  /** Run a case under an id; undefined when the run was stopped first. */
  readonly runCase: (id: string, fuzzCase: FuzzCase) => Promise<JobResult | undefined>
  /** Give up cases that have not begun. */
  readonly drop: () => void
  /** Keep a failure, and answer the record under which it is reported. */
  readonly keep: (failure: SmallFailure) => Promise<RecordScenario>
  /** Command that runs this fuzz run again. */
  readonly replay: string
  readonly nowMs: () => number
  readonly signal: AbortSignal
  readonly listener: FuzzListener
}
