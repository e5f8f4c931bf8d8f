import type { RecordScenario } from '../record/record.ts'

/** One thing to run: a cell of a scripted scenario, or a property. */
export interface Job {
  /** Stable id; records are ordered by it. */
  readonly id: string
  readonly kind: 'scripted' | 'property'
  /** Absolute path of the file. */
  readonly path: string
  /** Path relative to the project, as records carry it. */
  readonly file: string
  readonly area: string
  /** Index of the matrix cell within the file. */
  readonly cell: number
  readonly seed: string
}

/** What a worker tells the scheduler. */
export type WorkerMessage =
  | { readonly type: 'ready'; readonly setUpMs: number }
  | { readonly type: 'started'; readonly jobId: string }
  | { readonly type: 'event'; readonly jobId: string; readonly event: unknown }
  | { readonly type: 'finished'; readonly record: RecordScenario }
  | { readonly type: 'failed'; readonly code: string; readonly message: string }

/** What the scheduler tells a worker. */
export type SchedulerMessage = { readonly type: 'run'; readonly job: Job } | { readonly type: 'stop' }
