import { renderSuggestion, ToolError } from '../core/errors.ts'
import type { EventBus } from '../core/events.ts'
import { toJson } from '../core/json.ts'
import { hashParams, toToolError } from '../core/runner.ts'
import { toPlainData } from '../core/schema.ts'
import { findNearest } from '../core/suggest.ts'
import type { Sink } from '../core/taint.ts'
import type { ResultFilter } from '../safety/hooks/result-filter.ts'
import type { Safety } from '../safety/safety.ts'
import { findAddresses } from '../safety/taint/find-values.ts'
import type { SinkGuard } from '../safety/taint/sink-guard.ts'
import type { ContextStore } from './context-store.ts'
import type { PiCallOutcome, PiTool, PiToolName } from './pi-tool.ts'
import { createCancelAction } from './pi-tools/cancel-action.ts'
import { createCommitAction } from './pi-tools/commit-action.ts'
import { createEmergencyHalt } from './pi-tools/emergency-halt.ts'
import { createPreviewAction } from './pi-tools/preview-action.ts'
import { createQueryGrimoire } from './pi-tools/query-grimoire.ts'
import { createQueryState } from './pi-tools/query-state.ts'
import { createSearchContext } from './pi-tools/search-context.ts'
import { createUpdateDirective } from './pi-tools/update-directive.ts'
import type { CommitReport, Stack } from './stack.ts'

/** The agent's side: the Pi tools of one profile and the dispatcher that calls them. */
export interface Agent {
  readonly stack: Stack
  readonly safety: Safety
  /** The Pi tools of the profile; one that may not act has no action routes at all. */
  readonly piTools: readonly PiTool[]
  /** Call a Pi tool as a model would; an expected failure comes back as an error with code and layer. */
  call(name: string, args: unknown): Promise<PiCallOutcome>
}

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

const describeSource = (args: unknown) => {
  const { query } = (args ?? {}) as { query?: unknown }
  return `query_state ${String(query)}`
}

/** Create the agent's side over a stack. */
export function createAgent(deps: {
  readonly stack: Stack
  readonly safety: Safety
  readonly context: ContextStore
  readonly events: EventBus
  readonly resultFilter: ResultFilter
  readonly guard: SinkGuard
  /** Sees the full report of every committed action. */
  readonly onCommitted: (report: CommitReport) => void
}): Agent {
  const { stack, safety, context, events, guard } = deps
  const actionTools = stack.profile.mayAct
    ? [createPreviewAction(stack), createCommitAction(stack, deps.onCommitted), createCancelAction(safety)]
    : []
  const piTools: readonly PiTool[] = [
    ...actionTools,
    createQueryState(stack),
    createSearchContext(context, safety),
    createQueryGrimoire(),
    createUpdateDirective(context, safety),
    createEmergencyHalt(safety),
  ]
  let calls = 0
  /** Reasons may quote what a contract says. */
  const noteError = (name: string, error: ToolError, args: unknown) => {
    try {
      safety.provenance.note(`an error of ${name}`, findAddresses(error.shortMessage), toJson(args))
    } catch {
      // A store that cannot take the note lets nothing be done either.
    }
  }
  const hashShown = (args: unknown) => {
    try {
      return hashParams(guard.pass('event-bus', args))
    } catch {
      return hashParams(null)
    }
  }

  return {
    stack,
    safety,
    piTools,
    async call(name, given) {
      let args: unknown = null
      let attempt = { kind: 'ToolCallAttempt' as const, pi_tool: name, params_hash: hashParams(null) }
      try {
        args = toPlainData(given)
        attempt = { ...attempt, params_hash: hashShown(args) }
        const tool = piTools.find((candidate) => candidate.name === name)
        if (tool === undefined) {
          const names = piTools.map((candidate) => candidate.name)
          throw new ToolError('TOOL_NOT_AVAILABLE', {
            tool: name,
            profile: stack.profile.name,
            suggestion: renderSuggestion(findNearest(name, names)),
          })
        }
        calls += 1
        const admitted = guard.pass(ARGUMENT_SINKS[tool.name], args)
        const result = await tool.execute(`call-${calls}`, tool.prepareArguments(admitted))
        const details = deps.resultFilter(toJson(result.details))
        if (name === 'query_state') safety.provenance.note(describeSource(args), details, toJson(args))
        events.emit({ ...attempt, outcome: 'ok' })
        return { isError: false, details }
      } catch (cause) {
        const error = guard.passError(toToolError(name, cause))
        noteError(name, error, args)
        events.emit({ ...attempt, outcome: 'error', error_code: error.code })
        return { isError: true, error }
      }
    },
  }
}
