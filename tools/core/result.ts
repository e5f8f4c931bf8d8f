import type { ToolError } from './errors.ts'
import type { Json } from './json.ts'
import type { GroundTruthSource, Outcome } from './outcome.ts'

/** What a tool answers. Writes carry both what they expected and what they report to have happened. */
export interface ToolResult<Data = Json> {
  /** The version of the tool's parameters and of `data`. */
  readonly schemaVersion: number
  readonly tool: string
  readonly isError: boolean
  readonly data?: Data
  readonly error?: ToolError
  readonly expectedOutcome?: Outcome
  readonly actualOutcome?: Outcome
  readonly groundTruthSource?: GroundTruthSource
}
