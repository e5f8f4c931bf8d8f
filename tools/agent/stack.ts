import type { Hex } from 'viem'
import { renderSuggestion, ToolError } from '../core/errors.ts'
import { type Json, toJson } from '../core/json.ts'
import type { GroundTruthSource, Outcome } from '../core/outcome.ts'
import type { LocalPlan } from '../core/plan.ts'
import { TOOL_RESULT_SCHEMA_VERSION, type ToolResult } from '../core/result.ts'
import { checkParams, planWriteTool, type RunnerDeps, runReadTool, toToolError } from '../core/runner.ts'
import { findNearest } from '../core/suggest.ts'
import type { Settlement, ToolDef } from '../core/tool-def.ts'
import type { ResolvedProfile } from '../profiles/resolve-profile.ts'
import type { Claim } from '../safety/hooks/hook.ts'
import type { ActionPermit } from '../safety/permit.ts'
import type { Committed, Safety, Signed } from '../safety/safety.ts'
import type { ActionAdapter } from './action-adapter.ts'

/** Carries out local plans; only a development stack has one. */
export type LocalExecutor = (plan: LocalPlan) => Promise<Json>

/** What the stack is built from. */
export interface StackDeps {
  readonly profile: ResolvedProfile
  readonly adapters: readonly ActionAdapter[]
  readonly allowedProtocols: readonly string[] | undefined
  readonly safety: Safety
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

/** The tools of one profile behind one safety layer. */
export interface Stack {
  readonly profile: ResolvedProfile
  /** Action kinds that this profile can serve. */
  readonly actions: readonly ActionAdapter[]
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
  /** Preview one write tool directly. @throws ToolError */
  previewTool(
    tool: string,
    params: unknown,
    actionKind: string,
    claims: readonly Claim[],
    signal?: AbortSignal,
  ): Promise<ActionPermit>
  /** Commit a permit and settle with its tool. @throws ToolError */
  commit(permitId: Hex): Promise<CommitReport | SignatureReport>
  /** Carry out a tool of the test net. @throws ToolError */
  control(tool: string, params: unknown): Promise<Json>
}

/** Create the stack; actions whose tools or protocols are missing do not exist in it. */
export function createStack(deps: StackDeps): Stack {
  const { profile, safety, runner } = deps
  const tools = new Map(profile.tools.map((tool) => [tool.name, tool]))
  const actions = profile.mayAct ? deps.adapters.filter(isServed) : []

  function isServed(adapter: ActionAdapter): boolean {
    const needed = [...adapter.reads, adapter.write]
    const allowed = deps.allowedProtocols
    return (
      needed.every((name) => tools.has(name)) &&
      (allowed === undefined || adapter.protocols.every((protocol) => allowed.includes(protocol)))
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
    return tool as Extract<ToolDef, { capability: Capability }>
  }

  const read: Stack['read'] = async (name, params, signal) => ({
    schemaVersion: TOOL_RESULT_SCHEMA_VERSION,
    tool: name,
    isError: false,
    data: (await runReadTool(find(name, ['read']), params, runner, signal)) as Json,
  })

  const previewPlanned: Stack['previewTool'] = async (name, params, actionKind, claims, signal) => {
    const tool = find(name, ['write', 'privileged'])
    if (tool.capability === 'privileged') {
      throw new ToolError('CAPABILITY_INVALID', { problem: `missing an owner's approval for ${name}` })
    }
    // Plain values only: what was checked must be what is planned, so the caller's object is not used again.
    const plain = structuredClone(params) as Json
    const plan = await planWriteTool(tool, plain, runner, signal)
    if (plan.kind === 'local') {
      throw new ToolError('TOOL_FAILED', { tool: name, reason: 'it planned nothing to sign' })
    }
    return safety.preview({ tool, actionKind, params: plain, claims, plan })
  }

  return {
    profile,
    actions,
    read,
    previewTool(...input) {
      safety.noteAttempt()
      return previewPlanned(...input)
    },
    async previewAction(kind, params, claims, signal) {
      safety.noteAttempt()
      const adapter = actions.find((candidate) => candidate.kind === kind)
      if (adapter === undefined) {
        const known = actions.map((candidate) => candidate.kind)
        throw new ToolError('UNKNOWN_ACTION_KIND', {
          kind,
          suggestion: renderSuggestion(findNearest(kind, known)),
          known: known.join(', ') || 'none',
        })
      }
      if (adapter.params) checkParams(adapter.params, params)
      const plain = structuredClone(params) as Json
      const resolved = await adapter.resolve(
        plain,
        async (tool, input) => (await read(tool, input, signal)).data,
      )
      return previewPlanned(resolved.tool, resolved.params, kind, claims, signal)
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
      const { body, receipt } = committed
      const tool = find(body.tool, ['write', 'privileged'])
      let settlement: Settlement<Json>
      try {
        settlement = tool.settle({
          params: body.params,
          plan: body.plan,
          receipt,
          account: runner.context.account,
        }) as Settlement<Json>
      } catch (cause) {
        throw toToolError(tool.name, cause)
      }
      return {
        ...committed,
        ...settlement,
        schemaVersion: TOOL_RESULT_SCHEMA_VERSION,
        tool: tool.name,
        isError: false,
        expectedOutcome: body.plan.expectation,
      }
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
