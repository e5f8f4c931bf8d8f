import { renderSuggestion, ToolError } from '../core/errors.ts'
import { toJson } from '../core/json.ts'
import { toToolError } from '../core/runner.ts'
import { findNearest } from '../core/suggest.ts'
import type { OfferedTool } from '../gateway/offered-tools.ts'
import type { Safety } from '../safety/safety.ts'
import type { WorkspaceTool } from '../workspace/workspace-tool.ts'
import type { CommitReport } from './committed.ts'
import type { ContextStore } from './context-store.ts'
import type { Delegation } from './delegation/delegated-work.ts'
import type { PiDoor } from './pi-door.ts'
import type { PiCallOutcome, PiTool } from './pi-tool.ts'
import { createCancelAction } from './pi-tools/cancel-action.ts'
import { createCommitAction } from './pi-tools/commit-action.ts'
import { createDelegateTask } from './pi-tools/delegate-task.ts'
import { createEmergencyHalt } from './pi-tools/emergency-halt.ts'
import { createGatewayPiTool } from './pi-tools/gateway-tool.ts'
import { createPreviewAction } from './pi-tools/preview-action.ts'
import { createQueryGrimoire } from './pi-tools/query-grimoire.ts'
import { createQueryState } from './pi-tools/query-state.ts'
import { createSearchContext } from './pi-tools/search-context.ts'
import { createUpdateDirective } from './pi-tools/update-directive.ts'
import { createWorkspacePiTool } from './pi-tools/workspace-tool.ts'
import type { Speculation } from './speculation/speculator.ts'
import type { Stack } from './stack.ts'
import { HALTING, type TickBudget } from './tick-budget.ts'
import type { Ticks } from './ticks.ts'

/** The agent's side: the Pi tools of one profile and the dispatcher that calls them. */
export interface Agent {
  readonly stack: Stack
  readonly safety: Safety
  /** The Pi tools of the profile; one that may not act has no action routes at all. */
  readonly piTools: readonly PiTool[]
  /** What the model is told of the role that it plays. */
  readonly role?: string
  /** Call a Pi tool as a model would; an expected failure comes back as an error with code and layer. */
  call(name: string, args: unknown): Promise<PiCallOutcome>
  /** What the model may do in one tick. */
  readonly budget: TickBudget
  /** Opens each tick before its first call. */
  readonly ticks: Ticks
  /** Announce a call that no tool carries out; answers why, fit for the model. */
  turnAway(name: string, args: unknown, cause: unknown): ToolError
  /** Make an error of a call fit for the model. */
  refuse(name: string, cause: unknown): ToolError
  /** Say that there is no such tool. */
  unknownTool(name: string): ToolError
}

/** What the Pi tools are made of. */
export interface PiToolsDeps {
  readonly stack: Stack
  readonly safety: Safety
  readonly context: ContextStore
  /** Holds the guards of every Pi tool. */
  readonly door: PiDoor
  /** Sees the full report of every committed action. */
  readonly onCommitted: (report: CommitReport) => void
  /** Whether it may give permits up although it can issue none. */
  readonly cancels?: boolean
  /** What the model is told of the role that it plays. */
  readonly role?: string
  /** Has other models work below this one; absent for those that delegate to nobody. */
  readonly delegation?: Delegation | undefined
  /** Tools of the workspace that the owner names. */
  readonly workspaceTools?: readonly WorkspaceTool[]
  /** Tools of a gateway that the owner names. */
  readonly gatewayTools?: readonly OfferedTool[]
}

/** Create the Pi tools of a profile; their definitions rest on `stack.profile` and `stack.actions` alone. */
export function createPiTools(deps: PiToolsDeps): readonly PiTool[] {
  const { stack, safety, context, door, delegation } = deps
  const actionTools = stack.profile.mayAct
    ? [createPreviewAction(stack, door), createCommitAction(stack, deps.onCommitted, door)]
    : []
  const cancelTools = stack.profile.mayAct || deps.cancels ? [createCancelAction(safety, door)] : []
  return [
    ...actionTools,
    ...cancelTools,
    createQueryState(stack, door),
    createSearchContext(context, safety, door),
    createQueryGrimoire(door),
    createUpdateDirective(context, safety, door),
    ...(delegation ? [createDelegateTask(delegation, safety, door)] : []),
    ...(deps.workspaceTools ?? []).map((tool) => createWorkspacePiTool(tool, door)),
    ...(deps.gatewayTools ?? []).map((tool) => createGatewayPiTool(tool, door)),
    createEmergencyHalt(safety, door),
  ]
}

/** Create the agent's side over a stack. */
export function createAgent(
  deps: PiToolsDeps & Pick<Agent, 'budget' | 'ticks'> & { readonly speculation: Pick<Speculation, 'over'> },
): Agent {
  const { stack, safety, door, budget, ticks, speculation } = deps
  const piTools = createPiTools({ ...deps, stack: speculation.over(stack) })
  // What a plugin says of its tool comes from outside as well, and the model has it before it says anything itself.
  for (const { name, description, parameters } of deps.gatewayTools ?? []) {
    safety.provenance.note(`what ${name} says of itself`, toJson({ description, parameters }))
  }
  const unknownTool = (name: string) =>
    new ToolError('TOOL_NOT_AVAILABLE', {
      tool: name,
      profile: stack.profile.name,
      suggestion: renderSuggestion(
        findNearest(
          name,
          piTools.map((candidate) => candidate.name),
        ),
      ),
    })
  let calls = 0

  return {
    stack,
    safety,
    piTools,
    ...(deps.role === undefined ? {} : { role: deps.role }),
    budget,
    ticks,
    turnAway: door.turnAway,
    refuse: door.refuse,
    unknownTool,
    async call(name, args) {
      const tool = piTools.find((candidate) => candidate.name === name)
      calls += 1
      // A halt waits for nothing.
      if (name !== HALTING) await ticks.open()
      try {
        budget.take(name)
        if (tool === undefined) throw unknownTool(name)
      } catch (cause) {
        return { isError: true, error: door.turnAway(name, args, cause) }
      }
      try {
        return { isError: false, details: (await tool.execute(`call-${calls}`, args)).details }
      } catch (cause) {
        return { isError: true, error: toToolError(name, cause) }
      }
    },
  }
}
