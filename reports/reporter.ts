import type { createColors } from 'picocolors'
import type { RunRecord } from '../harness/record/record.ts'

/** The colour functions of picocolors. */
export type Colors = ReturnType<typeof createColors>

/** What a reporter may know of the place where its text is shown. */
export interface RenderOptions {
  /** `createColors(false)`, the default, gives plain text. */
  readonly colors?: Colors
  /** Width of the terminal; 80 where it is not known. */
  readonly columns?: number
  /** How the command line is called from there; from the project's folder by default. */
  readonly program?: string
  /** Quiet is what fits the log of a job: areas, failures, the result. */
  readonly detail?: 'quiet' | 'default'
  /** Gives the text of a scenario's file as it was run, by its path in the record; undefined where it is not at hand. */
  readonly readSource?: (file: string) => string | undefined
}

/** One format of a report: a pure function from a record to text. */
export interface Reporter {
  readonly name: string
  /** Name of its file in a run's folder; absent where it is written there on request only. */
  readonly fileName?: string
  render(record: RunRecord, options?: RenderOptions): string
}
