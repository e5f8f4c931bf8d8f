import type { Place } from './yaml-source.ts'

/** One thing that is wrong with a scenario file. */
export interface Problem extends Place {
  readonly path: string
  readonly message: string
  /** The way out, as an instruction. */
  readonly hint: string
  /** The source line with a caret under the column. */
  readonly frame: string
}
