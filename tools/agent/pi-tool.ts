import type { ToolError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import type { TSchema } from '../core/schema.ts'

/** A block of a Pi tool's answer; an image's data in base64. */
export type PiContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }

/** What a Pi tool answers; `details` is JSON for programs, `content` is text for the model. */
export interface PiToolResult {
  readonly content: readonly PiContent[]
  readonly details: Json
}

/**
 * One of the tools that the model sees, in the shape of the Pi coding agent's `ToolDefinition`.
 *
 * Errors are thrown: only a throw marks a Pi tool result as an error.
 */
export interface PiTool {
  /** A {@link PiToolName}, or the name of a tool of the workspace or of a gateway. */
  readonly name: string
  readonly label: string
  readonly description: string
  readonly promptSnippet: string
  readonly parameters: TSchema
  /** Strict check before Pi's own validation, which would coerce. */
  prepareArguments(args: unknown): unknown
  readonly executionMode: 'sequential' | 'parallel'
  execute(toolCallId: string, params: unknown, signal?: AbortSignal): Promise<PiToolResult>
}

/** The eight names that every agent may have. */
export const PI_TOOL_NAMES = [
  'preview_action',
  'commit_action',
  'cancel_action',
  'query_state',
  'search_context',
  'query_grimoire',
  'update_directive',
  'emergency_halt',
] as const

/** The ninth, of those that delegate. */
export const DELEGATING = 'delegate_task'

/** Name of a Pi tool: one of the eight, or the ninth. */
export type PiToolName = (typeof PI_TOOL_NAMES)[number] | typeof DELEGATING

/** What the dispatcher answers: Pi turns a throw into the second form. */
export type PiCallOutcome =
  | { readonly isError: false; readonly details: Json }
  | { readonly isError: true; readonly error: ToolError }
