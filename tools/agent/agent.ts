import { renderSuggestion, ToolError } from '../core/errors.ts'
import { toToolError } from '../core/runner.ts'
import { findNearest } from '../core/suggest.ts'
import type { Safety } from '../safety/safety.ts'
import type { CommitReport } from './committed.ts'
import type { ContextStore } from './context-store.ts'
import type { PiDoor } from './pi-door.ts'
import type { PiCallOutcome, PiTool } from './pi-tool.ts'
import { createCancelAction } from './pi-tools/cancel-action.ts'
import { createCommitAction } from './pi-tools/commit-action.ts'
import { createEmergencyHalt } from './pi-tools/emergency-halt.ts'
import { createPreviewAction } from './pi-tools/preview-action.ts'
import { createQueryGrimoire } from './pi-tools/query-grimoire.ts'
import { createQueryState } from './pi-tools/query-state.ts'
import { createSearchContext } from './pi-tools/search-context.ts'
import { createUpdateDirective } from './pi-tools/update-directive.ts'
import type { Stack } from './stack.ts'

/** The agent's side: the Pi tools of one profile and the dispatcher that calls them. */
export interface Agent {
  readonly stack: Stack
  readonly safety: Safety
  /** The Pi tools of the profile; one that may not act has no action routes at all. */
  readonly piTools: readonly PiTool[]
  /** Call a Pi tool as a model would; an expected failure comes back as an error with code and layer. */
  call(name: string, args: unknown): Promise<PiCallOutcome>
}

/** Create the agent's side over a stack. */
export function createAgent(deps: {
  readonly stack: Stack
  readonly safety: Safety
  readonly context: ContextStore
  /** Holds the guards of every Pi tool. */
  readonly door: PiDoor
  /** Sees the full report of every committed action. */
  readonly onCommitted: (report: CommitReport) => void
}): Agent {
  const { stack, safety, context, door } = deps
  const actionTools = stack.profile.mayAct
    ? [
        createPreviewAction(stack, door),
        createCommitAction(stack, deps.onCommitted, door),
        createCancelAction(safety, door),
      ]
    : []
  const piTools: readonly PiTool[] = [
    ...actionTools,
    createQueryState(stack, door),
    createSearchContext(context, safety, door),
    createQueryGrimoire(door),
    createUpdateDirective(context, safety, door),
    createEmergencyHalt(safety, door),
  ]
  const callUnknown = (name: string, args: unknown) =>
    door.pass(name, args, () => {
      const names = piTools.map((candidate) => candidate.name)
      throw new ToolError('TOOL_NOT_AVAILABLE', {
        tool: name,
        profile: stack.profile.name,
        suggestion: renderSuggestion(findNearest(name, names)),
      })
    })
  let calls = 0

  return {
    stack,
    safety,
    piTools,
    async call(name, args) {
      const tool = piTools.find((candidate) => candidate.name === name)
      calls += 1
      try {
        const details = tool
          ? (await tool.execute(`call-${calls}`, args)).details
          : await callUnknown(name, args)
        return { isError: false, details }
      } catch (cause) {
        return { isError: true, error: toToolError(name, cause) }
      }
    },
  }
}
