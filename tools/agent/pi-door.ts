import type { ToolError } from '../core/errors.ts'
import type { EventBus } from '../core/events.ts'
import { type Json, toJson } from '../core/json.ts'
import { hashParams, toToolError } from '../core/runner.ts'
import { toPlainData } from '../core/schema.ts'
import type { Sink } from '../core/taint.ts'
import type { ResultFilter } from '../safety/hooks/result-filter.ts'
import { findAddresses } from '../safety/taint/find-values.ts'
import type { Provenance } from '../safety/taint/provenance.ts'
import type { SinkGuard } from '../safety/taint/sink-guard.ts'
import type { PiToolName } from './pi-tool.ts'

/** Where the arguments of each Pi tool go. */
const ARGUMENT_SINKS: Readonly<Record<PiToolName, Sink>> = {
  preview_action: 'calldata',
  commit_action: 'calldata',
  cancel_action: 'calldata',
  query_state: 'rpc-upstream',
  search_context: 'model-context',
  query_grimoire: 'model-context',
  update_directive: 'memory-store',
  // Nothing in a reason may keep a halt from happening.
  emergency_halt: 'log',
}

/** The one door of every Pi tool: what goes in is bounded and clean, and so is what comes out, for every caller. */
export interface PiDoor {
  /** Take arguments in. @throws ToolError INVALID_PARAMS, SECRET_AT_SINK */
  admit(tool: PiToolName, args: unknown): Json
  /** Make an error fit for the model. */
  refuse(tool: string, cause: unknown): ToolError
  /** Announce a call, carry it out and let its result out. @throws ToolError that is fit for the model */
  pass(tool: string, args: unknown, body: (args: Json) => Promise<Json>): Promise<Json>
}

const describeSource = (args: Json) => {
  const { query } = (args ?? {}) as { query?: unknown }
  return `query_state ${String(query)}`
}

/** Create the door. */
export function createPiDoor(deps: {
  readonly guard: SinkGuard
  readonly resultFilter: ResultFilter
  readonly provenance: Provenance
  readonly events: EventBus
}): PiDoor {
  const { guard, provenance, events } = deps
  /** Reasons may quote what a contract says. */
  const noteError = (tool: string, error: ToolError, args: Json) => {
    try {
      provenance.note(`an error of ${tool}`, findAddresses(error.shortMessage), args)
    } catch {
      // A store that cannot take the note lets nothing be done either.
    }
  }
  const hashShown = (args: Json) => {
    try {
      return hashParams(guard.pass('event-bus', args))
    } catch {
      return hashParams(null)
    }
  }
  const refuse = (tool: string, cause: unknown) => guard.passError(toToolError(tool, cause))

  return {
    admit: (tool, args) => guard.pass(ARGUMENT_SINKS[tool], toPlainData(args) as Json),
    refuse,
    async pass(tool, given, body) {
      let args: Json = null
      let attempt = { kind: 'ToolCallAttempt' as const, pi_tool: tool, params_hash: hashParams(null) }
      try {
        args = toPlainData(given) as Json
        attempt = { ...attempt, params_hash: hashShown(args) }
        const details = deps.resultFilter(toJson(await body(args)))
        if (tool === 'query_state') provenance.note(describeSource(args), details, toJson(args))
        events.emit({ ...attempt, outcome: 'ok' })
        return details
      } catch (cause) {
        const error = refuse(tool, cause)
        noteError(tool, error, toJson(args))
        events.emit({ ...attempt, outcome: 'error', error_code: error.code })
        throw error
      }
    },
  }
}
