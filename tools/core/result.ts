import type { ToolError } from './errors.ts'
import type { Json } from './json.ts'
import type { GroundTruthSource, Outcome } from './outcome.ts'

/** Version of the shape of `ToolResult`. */
export const TOOL_RESULT_SCHEMA_VERSION = 1

/** What a tool answers. Writes carry both what they expected and what they report to have happened. */
export interface ToolResult<Data = Json> {
  readonly schemaVersion: typeof TOOL_RESULT_SCHEMA_VERSION
  readonly tool: string
  readonly isError: boolean
  readonly data?: Data
  readonly error?: ToolError
  readonly expectedOutcome?: Outcome
  readonly actualOutcome?: Outcome
  readonly groundTruthSource?: GroundTruthSource
}
