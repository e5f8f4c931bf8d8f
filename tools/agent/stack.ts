import type { Hex } from 'viem'
import { renderSuggestion, ToolError } from '../core/errors.ts'
import { type Json, toJson } from '../core/json.ts'
import { type GroundTruthSource, isWithinTolerance, type Outcome } from '../core/outcome.ts'
import type { LocalPlan, OwnerPlan, TransactionPlan } from '../core/plan.ts'
import type { RequestedBy } from '../core/request-bounds.ts'
import { TOOL_RESULT_SCHEMA_VERSION, type ToolResult } from '../core/result.ts'
import { checkParams, planWriteTool, type RunnerDeps, runReadTool, toToolError } from '../core/runner.ts'
import { toPlainData } from '../core/schema.ts'
import { findNearest } from '../core/suggest.ts'
import type { PrivilegedTool, Settlement, ToolDef, WriteTool } from '../core/tool-def.ts'
import type { ResolvedProfile } from '../profiles/resolve-profile.ts'
import { type ApprovalMessage, readApproval } from '../safety/custody/owner-approval.ts'
import type { Claim } from '../safety/hooks/hook.ts'
import type { Committed, Signed } from '../safety/permit/commit-action.ts'
import type { ActionPermit } from '../safety/permit/permit.ts'
import type { Reconciled, RecoveryStep } from '../safety/permit/recovery.ts'
import type { Safety } from '../safety/safety.ts'
import type { ToolPins } from '../safety/store/tool-pins.ts'
import type { ActionKind } from './action-kind.ts'
import type { Venue } from './find-route.ts'

/** Carries out local plans; only a development stack has one. */
export type LocalExecutor = (plan: LocalPlan) => Promise<Json>

/** What the stack is built from. */
export interface StackDeps {
  readonly profile: ResolvedProfile
  readonly kinds: readonly ActionKind[]
  readonly allowedProtocols: readonly string[] | undefined
  readonly safety: Safety
  /** The tools as the owner approved them. */
  readonly pins: ToolPins
  readonly runner: RunnerDeps
  readonly localExecutor?: LocalExecutor
}

/** A committed action with what its tool reports. */
export interface CommitReport extends Committed, ToolResult<Json>, Settlement<Json> {
  readonly data: Json
  readonly expectedOutcome: Outcome
  readonly actualOutcome: Outcome
  readonly groundTruthSource: GroundTruthSource
}

/** A signature that was given, with what it covers. */
export interface SignatureReport extends Signed, ToolResult<Json> {
  readonly data: Json
}

/** A committed action that was judged again. */
export interface Reviewed extends Pick<Reconciled, 'permitId' | 'found'> {
  readonly step?: RecoveryStep
  /**
   * `undone`: it was committed and is not in the chain; `done`: it had failed and is; `out-of-tolerance`: it came to
   * something else than was expected.
   */
  readonly verdict: 'as-expected' | 'open' | 'undone' | 'done' | 'out-of-tolerance'
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
  /** Plan an action kind without asking for a permit. @throws ToolError */
  planAction(kind: string, params: Json, signal?: AbortSignal): Promise<TransactionPlan>
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
  ): Promise<ApprovalMessage>
  /** Change the safety layer itself by a privileged tool, with the owner's approval as JSON. @throws ToolError */
  change(tool: string, params: unknown, approval: unknown): Promise<Json>
  /** Commit a permit and settle with its tool. @throws ToolError */
  commit(permitId: Hex): Promise<CommitReport | SignatureReport>
  /**
   * Look again for committed actions whose block is not final and judge them anew; one that did not come to what was
   * expected sets the halt.
   */
  reconcile(): Promise<readonly Reviewed[]>
  /** Carry out a tool of the test net. @throws ToolError */
  control(tool: string, params: unknown): Promise<Json>
}

/** Create the stack; actions whose tools or protocols are missing do not exist in it. */
export function createStack(deps: StackDeps): Stack {
  const { profile, safety, runner } = deps
  const tools = new Map(profile.tools.map((tool) => [tool.name, tool]))
  const actions = (profile.mayAct ? deps.kinds : [])
    .map((kind) => ({ ...kind, venues: kind.venues.filter(isEnabled) }))
    .filter(({ venues }) => venues.length > 0)

  function isEnabled(venue: Venue): boolean {
    const needed = [...venue.reads, venue.write]
    const allowed = deps.allowedProtocols
    return (
      needed.every((name) => tools.has(name)) &&
      (allowed === undefined || needed.every((name) => allowed.includes(tools.get(name)?.protocol ?? '')))
    )
  }

  function find<Capability extends ToolDef['capability']>(
    name: string,
    capabilities: readonly Capability[],
  ): Extract<ToolDef, { capability: Capability }> {
    const tool = tools.get(name)
    if (tool === undefined || !capabilities.includes(tool.capability as Capability)) {
      const candidates = [...tools.values()]
        .filter((candidate) => capabilities.includes(candidate.capability as Capability))
        .map((candidate) => candidate.name)
      throw new ToolError('TOOL_NOT_AVAILABLE', {
        tool: name,
        profile: profile.name,
        suggestion: renderSuggestion(findNearest(name, candidates)),
      })
    }
    deps.pins.assertPinned(tool)
    return tool as Extract<ToolDef, { capability: Capability }>
  }

  const read: Stack['read'] = async (name, params, signal) => ({
    schemaVersion: TOOL_RESULT_SCHEMA_VERSION,
    tool: name,
    isError: false,
    data: (await runReadTool(find(name, ['read']), params, runner, signal)) as Json,
  })

  const planActionOf = async (tool: WriteTool | PrivilegedTool, params: Json, signal?: AbortSignal) => {
    const plan = await planWriteTool(tool, params, runner, signal)
    if (plan.kind === 'transaction' || plan.kind === 'signature') return plan
    throw new ToolError('TOOL_FAILED', { tool: tool.name, reason: 'it planned nothing to sign' })
  }

  const planTransactionOf = async (tool: WriteTool | PrivilegedTool, params: Json, signal?: AbortSignal) => {
    const plan = await planActionOf(tool, params, signal)
    if (plan.kind === 'transaction') return plan
    throw new ToolError('TOOL_FAILED', { tool: tool.name, reason: 'it planned no transaction' })
  }

  const previewPlanned = async (
    ...[name, params, actionKind, claims, signal, approval, requestedBy]: [
      ...Parameters<Stack['previewTool']>,
      requestedBy?: RequestedBy,
    ]
  ): Promise<ActionPermit> => {
    const tool = find(name, ['write', 'privileged'])
    // An approval is for privileged tools alone: with one, an ordinary tool would pass the agent's limits by.
    const approved = tool.capability === 'privileged' ? { approval: readApproval(approval, name) } : {}
    // Plain values only: what was checked must be what is planned, so the caller's object is not used again.
    const plain = toPlainData(params) as Json
    const plan =
      tool.capability === 'privileged'
        ? await planTransactionOf(tool, plain, signal)
        : await planActionOf(tool, plain, signal)
    return safety.preview({
      tool,
      actionKind,
      params: plain,
      claims,
      plan,
      ...approved,
      ...(requestedBy ? { requestedBy } : {}),
    })
  }

  const resolveAction = async (kind: string, params: unknown, signal?: AbortSignal) => {
    const action = actions.find((candidate) => candidate.kind === kind)
    if (action === undefined) {
      const known = actions.map((candidate) => candidate.kind)
      throw new ToolError('UNKNOWN_ACTION_KIND', {
        kind,
        suggestion: renderSuggestion(findNearest(kind, known)),
        known: known.join(', ') || 'none',
      })
    }
    const plain = toPlainData(params) as Json
    checkParams(action.params, plain)
    const resolved = await action.resolve(
      plain,
      action.venues,
      async (tool, input) => (await read(tool, input, signal)).data,
    )
    return { ...resolved, requestedBy: action.requestedBy }
  }

  const planChangeOf = async (tool: PrivilegedTool, params: Json): Promise<OwnerPlan> => {
    const plan = await planWriteTool(tool, params, runner)
    if (plan.kind === 'owner') return plan
    throw new ToolError('TOOL_FAILED', {
      tool: tool.name,
      reason: 'it planned no change of the safety layer',
    })
  }

  const settle = ({ body, receipt }: Pick<Committed, 'body' | 'receipt'>): Settlement<Json> => {
    const tool = find(body.tool, ['write', 'privileged'])
    const { account } = runner.context
    try {
      return tool.settle({ params: body.params, plan: body.plan, receipt, account }) as Settlement<Json>
    } catch (cause) {
      throw toToolError(tool.name, cause)
    }
  }

  const review = ({ found, permitState, body, receipt, happened }: Reconciled): Reviewed['verdict'] => {
    if (found === 'final') return 'as-expected'
    if (happened === undefined) return 'open'
    if (!happened) return permitState === 'committed' ? 'undone' : 'as-expected'
    if (permitState !== 'committed') return 'done'
    if (receipt === undefined || body === undefined || body.plan.kind === 'signature') return 'open'
    const { plan } = body
    return isWithinTolerance(plan.expectation, settle({ body: { ...body, plan }, receipt }).actualOutcome)
      ? 'as-expected'
      : 'out-of-tolerance'
  }

  return {
    profile,
    actions,
    read,
    async planAction(kind, params, signal) {
      const resolved = await resolveAction(kind, params, signal)
      return planTransactionOf(find(resolved.tool, ['write']), resolved.params, signal)
    },
    previewTool(...input) {
      safety.noteAttempt()
      return previewPlanned(...input)
    },
    async previewAction(kind, params, claims, signal) {
      safety.noteAttempt()
      const resolved = await resolveAction(kind, params, signal)
      const { tool, requestedBy } = resolved
      return previewPlanned(tool, resolved.params, kind, claims, signal, undefined, requestedBy)
    },
    async describeApproval(name, params, choice) {
      const tool = find(name, ['privileged'])
      const plain = toPlainData(params) as Json
      if (tool.changesSafety) {
        const { params: change } = await planChangeOf(tool, plain)
        return safety.describeApproval({ tool: name, params: change, plan: { calls: [] } }, choice)
      }
      const plan = await planTransactionOf(tool, plain)
      return safety.describeApproval({ tool: name, params: plain, plan }, choice)
    },
    async change(name, params, given) {
      const tool = find(name, ['privileged'])
      const approval = readApproval(given, name)
      return safety.change({
        tool: name,
        plan: await planChangeOf(tool, toPlainData(params) as Json),
        approval,
      })
    },
    async commit(permitId) {
      safety.noteAttempt()
      const committed = await safety.commit(permitId)
      if ('signature' in committed) {
        const { signature, typedData } = committed
        return {
          ...committed,
          schemaVersion: TOOL_RESULT_SCHEMA_VERSION,
          tool: committed.body.tool,
          isError: false,
          data: toJson({ signature, typedData }),
        }
      }
      const { body } = committed
      const settlement = settle(committed)
      return {
        ...committed,
        ...settlement,
        schemaVersion: TOOL_RESULT_SCHEMA_VERSION,
        tool: body.tool,
        isError: false,
        expectedOutcome: body.plan.expectation,
      }
    },
    async reconcile() {
      const reviewed: Reviewed[] = []
      for (const found of await safety.reconcile()) {
        const { permitId, step } = found
        const verdict = review(found)
        reviewed.push({ permitId, found: found.found, verdict, ...(step ? { step } : {}) })
        if (verdict !== 'as-expected' && verdict !== 'open') {
          await safety.halt(`after a reorganisation permit ${permitId} is ${verdict}`)
        }
      }
      return reviewed
    },
    async control(name, params) {
      const tool = find(name, ['control'])
      const plan = (await planWriteTool(tool, params, runner)) as LocalPlan
      if (deps.localExecutor === undefined) {
        throw new ToolError('CONTROL_NOT_AVAILABLE', { operation: plan.operation })
      }
      return toJson(await deps.localExecutor(plan))
    },
  }
}
