import type { AssayEvent } from '../../tools/core/events.ts'
import type { HarnessErrorCode, HarnessErrorDetails } from '../errors.ts'
import type { CaseForecast, CaseOracle } from '../property/case-judge.ts'
import type { RecordScenario } from '../record/record.ts'
import type { DrawRange } from '../scenario/draws.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { ScenarioDocument } from '../scenario/scenario-document.ts'

/** One thing to run: a cell of a scripted scenario, or a property. */
export interface Job {
  /** Stable id; records are ordered by it. */
  readonly id: string
  readonly kind: 'scripted' | 'property'
  readonly name: string
  /** Absolute path of the file. */
  readonly path: string
  /** Path relative to the project, as records carry it. */
  readonly file: string
  readonly area: string
  readonly seed: string
  /** The draws of this cell, where there are any. */
  readonly draws?: DrawRange
  /** The parsed cell of a scripted scenario. */
  readonly scenario?: Scenario
  /** A drawn case: the document of a scenario file. */
  readonly document?: ScenarioDocument
  /** Which scenarios are played again to be traced; none without it. */
  readonly trace?: 'failures' | 'all'
  /** What decides about a drawn case; the model without it. */
  readonly oracle?: CaseOracle
}

/** What a finished job leaves behind. */
export interface JobResult {
  readonly record: RecordScenario
  /** What the model said, when the job is a drawn case that could be run. */
  readonly foreseen?: CaseForecast
}

/** A harness error as it crosses threads. */
export interface PortableError {
  readonly code: HarnessErrorCode
  readonly shortMessage: string
  readonly details: Omit<HarnessErrorDetails, 'cause'>
}

/** What a worker tells the scheduler. */
export type WorkerMessage =
  | { readonly type: 'ready'; readonly setUpMs: number }
  | { readonly type: 'started'; readonly jobId: string }
  | { readonly type: 'event'; readonly jobId: string; readonly event: AssayEvent }
  /** The job goes on, though nothing else is told of it. */
  | { readonly type: 'alive' }
  | { readonly type: 'finished'; readonly result: JobResult }
  | { readonly type: 'failed'; readonly error: PortableError }

/** What the scheduler tells a worker: first of all what it is opened with. */
export type SchedulerMessage =
  | { readonly type: 'open'; readonly options: object }
  | { readonly type: 'run'; readonly job: Job }
  | { readonly type: 'stop' }
