import type { Hex } from 'viem'
import type { KnownFiller } from '../core/filler.ts'
import type { Json } from '../core/json.ts'
import type { TransactionPlan, UnfilledPlan } from '../core/plan.ts'
import type { RequestedBy } from '../core/request-bounds.ts'
import type { ToolResult } from '../core/result.ts'
import { type RunnerDeps, runReadTool } from '../core/runner.ts'
import { toPlainData } from '../core/schema.ts'
import type { Tool } from '../core/tool-def.ts'
import { admitParams, versionOf } from '../core/tool-versions.ts'
import type { ResolvedProfile } from '../profiles/resolve-tools.ts'
import { type AccountRequest, readAnyApproval } from '../safety/custody/account-approval.ts'
import { type ApprovalMessage, readApproval } from '../safety/custody/owner-approval.ts'
import type { Claim } from '../safety/hooks/hook.ts'
import type { Attempt } from '../safety/permit/attempt-log.ts'
import type { ActionPermit } from '../safety/permit/permit.ts'
import type { Safety } from '../safety/safety.ts'
import type { ToolPins } from '../safety/store/tool-pins.ts'
import type { ActionKind } from './action-kind.ts'
import { type Advice, type Report, type Reviewed, reportCommitted, reviewCommitted } from './committed.ts'
import { type CycleRecorder, UNKNOWN_ACTION } from './cycle/cycle-recorder.ts'
import { fillNeeds } from './fill-needs.ts'
import { nameKind } from './kind-names.ts'
import { planActionOf, planCageTransactionOf, planChangeOf, planTransactionOf } from './plan-tool.ts'
import { assertKindOnChain, listActions, resolveAction } from './resolve-action.ts'
import { createToolbox, type Toolbox } from './toolbox.ts'

/** What the stack is built from. */
export interface StackDeps {
  readonly profile: ResolvedProfile
  readonly kinds: readonly ActionKind[]
  /** What protocols do for plans of others. */
  readonly fillers: readonly KnownFiller[]
  readonly safety: Safety
  /** The tools as the owner approved them. */
  readonly pins: ToolPins
  readonly runner: RunnerDeps
  /** Keeps what becomes of each action. */
  readonly cycles: Pick<CycleRecorder, 'preview' | 'commit' | 'reviewed'>
  /** Who asks for everything, with the bounds that hold for it; nobody where the agent itself does. */
  readonly requestedBy?: RequestedBy
}

/** The tools of one profile behind one safety layer. */
export interface Stack {
  readonly profile: ResolvedProfile
  /** Action kinds that this profile can serve. */
  readonly actions: readonly ActionKind[]
  /** Run a read tool. @throws ToolError */
  read(
    tool: string,
    params: unknown,
    signal?: AbortSignal,
  ): Promise<ToolResult<Json> & { readonly data: Json }>
  /** Preview an action kind. @throws ToolError */
  previewAction(
    kind: string,
    params: unknown,
    claims: readonly Claim[],
    signal?: AbortSignal,
  ): Promise<ActionPermit>
  /** Plan an action kind, after what it needs, without asking for a permit. @throws ToolError */
  planAction(kind: string, params: Json, needs?: UnfilledPlan['needs']): Promise<TransactionPlan>
  /** Preview one write tool directly. @throws ToolError */
  previewTool(
    tool: string,
    params: unknown,
    actionKind: string,
    claims: readonly Claim[],
    signal?: AbortSignal,
    /** The owner's approval as JSON, for a privileged tool. */
    approval?: unknown,
  ): Promise<ActionPermit>
  /** Say what the owner has to sign for a privileged tool with these parameters. @throws ToolError */
  describeApproval(
    tool: string,
    params: unknown,
    choice: { readonly nonce: bigint; readonly deadlineSeconds: bigint },
  ): Promise<ApprovalMessage | AccountRequest>
  /** Change the safety layer itself by a privileged tool, with the owner's approval as JSON. @throws ToolError */
  change(tool: string, params: unknown, approval: unknown): Promise<Json>
  /**
   * Commit a permit and settle with its tool; who advises is asked first, and may refuse.
   *
   * @throws ToolError
   */
  commit(permitId: Hex, advise?: () => Promise<Advice | undefined>): Promise<Report>
  /**
   * Look again for committed actions whose block is not final and judge them anew; one that did not come to what was
   * expected sets the halt.
   */
  reconcile(): Promise<readonly Reviewed[]>
  /** The frame in which the profile's tools run. */
  readonly runner: RunnerDeps
  /** Find a tool of the profile, as it was approved, by its tier. @throws ToolError TOOL_NOT_AVAILABLE, TOOL_CHANGED */
  find<Found extends Tool>(tool: string, capability: Found['capability']): Found
}

/** Create the stack; actions whose tools or protocols are missing do not exist in it. */
export function createStack(deps: StackDeps): Stack {
  const { profile, safety, runner } = deps
  const toolbox = createToolbox(profile, deps.pins)
  const actions = profile.mayAct ? listActions(deps.kinds, toolbox) : []
  const read: Stack['read'] = async (name, params, signal) => {
    const tool = toolbox.find(name, ['read'])
    const data = (await runReadTool(tool, params, runner, signal)) as Json
    return { schemaVersion: versionOf(tool), tool: name, isError: false, data }
  }
  const serving = { ...deps, toolbox, actions, read }
  return {
    profile,
    actions,
    read,
    ...createPreviews(serving),
    ...createOwnerDoor(serving),
    commit: (permitId, advise) =>
      deps.cycles.commit(permitId, async () => {
        const advice = await advise?.()
        const committed = await safety.commit(permitId, safety.noteAttempt())
        return { ...reportCommitted(committed, serving), ...(advice ? { advice } : {}) }
      }),
    async reconcile() {
      const reviewed: Reviewed[] = []
      const failures: unknown[] = []
      for (const found of await safety.reconcile()) {
        const { permitId, step } = found
        try {
          if (found.found === 'unknown') throw found.cause
          const verdict = reviewCommitted(found, serving)
          reviewed.push({ permitId, found: found.found, verdict, ...(step ? { step } : {}) })
          deps.cycles.reviewed({ permitId, verdict, body: found.body })
          if (verdict !== 'as-expected' && verdict !== 'open') {
            await safety.halt(`after a reorganisation permit ${permitId} is ${verdict}`)
          }
          safety.noteJudged(found)
        } catch (cause) {
          // It is found again, and keeps nothing of the others back.
          failures.push(cause)
        }
      }
      if (failures.length > 0) throw failures[0]
      return reviewed
    },
    runner,
    find: (name, capability) => toolbox.find(name, [capability]) as never,
  }
}

interface Serving extends StackDeps, Pick<Stack, 'actions' | 'read'> {
  readonly toolbox: Toolbox
}

/** Plan actions, and ask the safety layer for permits. */
function createPreviews(serving: Serving): Pick<Stack, 'planAction' | 'previewTool' | 'previewAction'> {
  const { safety, toolbox } = serving
  const preview = async (
    attempt: Attempt,
    ...[name, params, actionKind, claims, signal, approval, requestedBy]: [
      ...Parameters<Stack['previewTool']>,
      requestedBy?: RequestedBy,
    ]
  ): Promise<ActionPermit> => {
    const tool = toolbox.find(name, ['write', 'privileged'])
    // An approval is for privileged tools alone: with one, an ordinary tool would pass the agent's limits by.
    const approved = tool.capability === 'privileged' ? { approval: readAnyApproval(approval, name) } : {}
    // Plain values only: what was checked must be what is planned, so the caller's object is not used again.
    const plain = admitPlain(tool, params, serving)
    const plan =
      tool.capability === 'privileged'
        ? await planTransactionOf(tool, plain, serving, signal)
        : await planActionOf(tool, plain, serving, signal)
    return safety.preview({
      attempt,
      tool,
      actionKind,
      params: plain,
      claims,
      plan,
      ...approved,
      ...joinRequesters(requestedBy, serving.requestedBy),
    })
  }

  return {
    async planAction(kind, params, needs) {
      assertKindOnChain(kind, serving)
      const resolved = await resolveAction(kind, params, serving)
      const tool = toolbox.find(resolved.tool, ['write'])
      const plan = await planCageTransactionOf(tool, resolved.params, serving)
      return needs ? fillNeeds(tool, { ...plan, kind: 'unfilled', needs }, serving) : plan
    },
    previewTool(...input) {
      const [name] = input
      const isKnown = toolbox.has(name)
      return serving.cycles.preview(isKnown ? `tool:${name}` : UNKNOWN_ACTION, async (found) => {
        const attempt = safety.noteAttempt()
        if (isKnown) found(name)
        return preview(attempt, ...input)
      })
    },
    previewAction(asked, params, claims, signal) {
      const kind = nameKind(asked, serving.kinds)
      const isKnown = serving.kinds.some((known) => known.kind === kind)
      return serving.cycles.preview(isKnown ? kind : UNKNOWN_ACTION, async (found) => {
        const attempt = safety.noteAttempt()
        assertKindOnChain(kind, serving)
        const resolved = await resolveAction(kind, params, serving, signal)
        const { tool, requestedBy } = resolved
        found(tool)
        return preview(attempt, tool, resolved.params, kind, claims, signal, undefined, requestedBy)
      })
    },
  }
}

/** Take parameters in as plain data of the tool's current version: what is judged, kept and settled is that. */
const admitPlain = (tool: Tool, params: unknown, { runner }: Pick<StackDeps, 'runner'>) =>
  admitParams(tool, toPlainData(params), runner.context.clock.wallMs()) as Json

/** Who asks: an untrusted tool within whoever has it ask, either alone, or nobody but the agent. */
function joinRequesters(tool: RequestedBy | undefined, session: RequestedBy | undefined) {
  if (tool === undefined) return session ? { requestedBy: session } : {}
  return { requestedBy: session ? { ...tool, within: session } : tool }
}

/** Ask for what only the owner approves. */
function createOwnerDoor(serving: Serving): Pick<Stack, 'describeApproval' | 'change'> {
  const { safety, runner, toolbox } = serving
  return {
    async describeApproval(name, params, choice) {
      const tool = toolbox.find(name, ['privileged'])
      const plain = admitPlain(tool, params, serving)
      if (tool.changesSafety) {
        const { params: change } = await planChangeOf(tool, plain, runner)
        return safety.describeApproval({ tool: name, params: change, plan: { calls: [] } }, choice)
      }
      const plan = await planTransactionOf(tool, plain, serving)
      const action = { tool: name, params: plain, plan }
      if (plan.route === 'account') return safety.describeOwnCall(action)
      return safety.describeApproval(action, choice)
    },
    async change(name, params, given) {
      const tool = toolbox.find(name, ['privileged'])
      const approval = readApproval(given, name)
      return safety.change({
        tool: name,
        plan: await planChangeOf(tool, admitPlain(tool, params, serving), runner),
        approval,
      })
    },
  }
}
