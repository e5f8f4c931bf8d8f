import type { ToolError, ToolErrorArgument } from '../core/errors.ts'
import type { EventBus } from '../core/events.ts'
import { type Json, toCanonicalJson, toJson } from '../core/json.ts'
import { hashParams, toToolError } from '../core/runner.ts'
import { toPlainData } from '../core/schema.ts'
import type { Sink } from '../core/taint.ts'
import { cleanText, type ResultFilter } from '../safety/hooks/result-filter.ts'
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
  // What it is told, another session's model reads.
  delegate_task: 'model-context',
  // Nothing in a reason may keep a halt from happening.
  emergency_halt: 'log',
}

/** What a tool from beside the stack is told leaves the process: no secret may. */
const sinkOf = (tool: string): Sink =>
  Object.hasOwn(ARGUMENT_SINKS, tool) ? ARGUMENT_SINKS[tool as PiToolName] : 'rpc-upstream'

/** An error of the stack names amounts of its own, and may quote what a contract says. */
const quoteStack = ({ shortMessage, hint }: ToolError): Json => findAddresses([shortMessage, hint])

/** One of a tool from beside the stack is in the words of others, what to do about it as well. */
const quoteOthers = ({ shortMessage, hint }: ToolError): Json => [shortMessage, hint]

/** The one door of every Pi tool: what goes in is bounded and clean, and so is what comes out, for every caller. */
export interface PiDoor {
  /** Take arguments in. @throws ToolError INVALID_PARAMS, SECRET_AT_SINK */
  admit(tool: string, args: unknown): Json
  /** Make an error fit for the model. */
  refuse(tool: string, cause: unknown): ToolError
  /** Announce a call that is not carried out; answers why, fit for the model. */
  turnAway(tool: string, args: unknown, cause: unknown): ToolError
  /**
   * Announce a call, carry it out and let its result out. Texts keep their lines and their length where the tool says so.
   *
   * @throws ToolError that is fit for the model
   */
  pass(
    tool: string,
    args: unknown,
    body: (args: Json) => Promise<Json>,
    options?: { readonly keepsTexts?: boolean },
  ): Promise<Json>
  /** The same for what a tool from beside the stack answers: all of it is untrusted, and texts keep their lines and their length. */
  passContent(tool: string, args: unknown, body: (args: Json) => Promise<Json>): Promise<Json>
}

const describeSource = (args: Json) => {
  const { query } = (args ?? {}) as { query?: unknown }
  return `query_state ${String(query)}`
}

const readArguments = (given: unknown): Json => {
  try {
    return toPlainData(given) as Json
  } catch {
    return null
  }
}

/** Longest text of an error's argument: what a contract gives as its reason may be of any length. */
const MAX_ARGUMENT_LENGTH = 2_000

const cleanArgument = (value: ToolErrorArgument): ToolErrorArgument => {
  if (typeof value === 'string') return cleanText(value, MAX_ARGUMENT_LENGTH)
  return typeof value === 'object' ? { ...value, symbol: cleanText(value.symbol) } : value
}

/** Make the texts of an error harmless. */
function cleanError(error: ToolError): ToolError {
  const args = Object.fromEntries(
    Object.entries(error.args).map(([name, value]) => [name, cleanArgument(value)]),
  )
  const isClean = toCanonicalJson(args) === toCanonicalJson(error.args)
  return isClean ? error : error.withArguments(args)
}

/** Create the door. */
export function createPiDoor(deps: {
  readonly guard: SinkGuard
  readonly resultFilter: ResultFilter
  readonly contentFilter: ResultFilter
  readonly provenance: Provenance
  readonly events: EventBus
}): PiDoor {
  const { guard, provenance, events } = deps
  const noteError = (tool: string, told: Json, args: Json) => {
    try {
      provenance.note(`an error of ${tool}`, told, args)
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
  const announce = (tool: string, args: Json, outcome: { outcome: 'ok' | 'error'; error_code?: string }) =>
    events.emit({ kind: 'ToolCallAttempt', pi_tool: tool, params_hash: hashShown(args), ...outcome })
  // What is removed may have stood between the letters of a secret.
  const refuse = (tool: string, cause: unknown) => guard.passError(cleanError(toToolError(tool, cause)))
  const turnAway = (tool: string, given: unknown, cause: unknown, quote = quoteStack) => {
    const error = refuse(tool, cause)
    const args = readArguments(given)
    noteError(tool, quote(error), toJson(args))
    announce(tool, args, { outcome: 'error', error_code: error.code })
    return error
  }

  const passThrough = async (
    tool: string,
    given: unknown,
    body: (args: Json) => Promise<Json>,
    letOut: (answer: Json, args: Json) => Json,
    quote = quoteStack,
  ): Promise<Json> => {
    try {
      const args = toPlainData(given) as Json
      const details = letOut(toJson(await body(args)), args)
      announce(tool, args, { outcome: 'ok' })
      return details
    } catch (cause) {
      throw turnAway(tool, given, cause, quote)
    }
  }

  return {
    admit: (tool, args) => guard.pass(sinkOf(tool), toPlainData(args) as Json),
    refuse,
    turnAway: (tool, args, cause) => turnAway(tool, args, cause),
    pass: (tool, given, body, { keepsTexts = false } = {}) =>
      passThrough(tool, given, body, (answer, args) => {
        const details = keepsTexts ? deps.contentFilter(answer) : deps.resultFilter(answer)
        if (tool === 'query_state') provenance.note(describeSource(args), details, toJson(args))
        return details
      }),
    passContent: (tool, given, body) =>
      passThrough(
        tool,
        given,
        body,
        (answer, args) => {
          const details = deps.contentFilter(answer)
          provenance.note(`what ${tool} answered`, details, toJson(args))
          return details
        },
        quoteOthers,
      ),
  }
}
