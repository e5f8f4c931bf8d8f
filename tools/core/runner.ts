import { IntegerOutOfRangeError } from 'viem'
import { assertOnChain } from './chain-support.ts'
import type { ToolContext } from './context.ts'
import { describeCause } from './describe-cause.ts'
import { findToolError, ToolError } from './errors.ts'
import type { EventBus } from './events.ts'
import { toCanonicalJson } from './json.ts'
import type { Plan } from './plan.ts'
import { findSchemaProblems, type Static, type TSchema } from './schema.ts'
import { sha256Text } from './sha256.ts'
import { type PrivilegedTool, type ReadTool, TICK_BUDGETS_MS, type Tool, type WriteTool } from './tool-def.ts'
import { admitParams } from './tool-versions.ts'

/** What the runner needs besides the context that it hands to the tool. */
export interface RunnerDeps {
  readonly events: EventBus
  /** Everything of a tool's context that does not change from call to call. */
  readonly context: Omit<ToolContext, 'signal' | 'step'>
  /** Changes what a tool is lent of the context; without it, it gets the context as it is. */
  readonly lend?: (context: RunnerDeps['context']) => RunnerDeps['context']
  /** What is left of the running tick, milliseconds: the outer bound of every tool's budget. */
  readonly remainingMs?: () => number
}

/** Hash of a tool's parameters, as events carry it. */
export const hashParams = (params: unknown) => sha256Text(toCanonicalJson(params))

/** Run a read tool: validate, check the chain, run within the tick budget, check the output, emit events. */
export function runReadTool(tool: ReadTool, params: unknown, deps: RunnerDeps, signal?: AbortSignal) {
  return runTool(tool, params, deps, signal, async (ctx, admitted) => {
    const data = await tool.read(admitted as Static<TSchema>, ctx)
    const problem = findSchemaProblems(tool.output, data)[0]
    if (problem) {
      throw new ToolError('OUTPUT_INVALID', {
        tool: tool.name,
        problem: `${problem.path} ${problem.message}`,
      })
    }
    return data
  })
}

/** Let a write tool build its plan, within the same frame as a read tool. Nothing is sent. */
export function planWriteTool(
  tool: WriteTool | PrivilegedTool,
  params: unknown,
  deps: RunnerDeps,
  signal?: AbortSignal,
): Promise<Plan> {
  return runTool(
    tool,
    params,
    deps,
    signal,
    (ctx, admitted): Promise<Plan> => tool.plan(admitted as Static<TSchema>, ctx),
  )
}

/** Run what a tool does within the frame of every tool: its schema and the versions before it, its chains, its tick budget, its events. */
export async function runTool<Result>(
  tool: Tool,
  given: unknown,
  deps: RunnerDeps,
  signal: AbortSignal | undefined,
  body: (ctx: ToolContext, params: unknown) => Promise<Result>,
): Promise<Result> {
  const { events, context } = deps
  const params = admitParams(tool, given, context.clock.wallMs())
  assertOnChain(tool, context.book.chainId)
  const startedAtMs = context.clock.wallMs()
  const ownMs = TICK_BUDGETS_MS[tool.tickBudget]
  const budgetMs = Math.min(ownMs, deps.remainingMs?.() ?? ownMs)
  events.emit({
    kind: 'tool:start',
    tool_name: tool.name,
    params_hash: hashParams(params),
    tick: context.clock.tick(),
    sprite: tool.spriteTrigger,
    budget_ms: budgetMs,
  })
  const controller = new AbortController()
  let stepIndex = 0
  const ctx: ToolContext = {
    ...(deps.lend?.(context) ?? context),
    signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal,
    step(name) {
      stepIndex += 1
      events.emit({
        kind: 'tool:update',
        tool_name: tool.name,
        step_name: name,
        step_index: stepIndex,
        total_steps: tool.progressSteps.length,
      })
    },
  }
  const { promise: expired, reject } = Promise.withResolvers<never>()
  const cancelTimer = context.clock.setTimer(budgetMs, () => {
    controller.abort()
    reject(new ToolError('TICK_BUDGET_EXCEEDED', { tool: tool.name, budgetMs }))
  })
  try {
    const result = await Promise.race([body(ctx, params), expired])
    events.emit({
      kind: 'tool:end',
      tool_name: tool.name,
      success: true,
      duration_ms: context.clock.wallMs() - startedAtMs,
      result_summary: 'ok',
    })
    return result
  } catch (cause) {
    const error = toToolError(tool.name, cause)
    events.emit({
      kind: 'tool:error',
      tool_name: tool.name,
      error_code: error.code,
      error_message: error.shortMessage,
    })
    events.emit({
      kind: 'tool:end',
      tool_name: tool.name,
      success: false,
      duration_ms: context.clock.wallMs() - startedAtMs,
      result_summary: error.code,
    })
    throw error
  } finally {
    cancelTimer()
  }
}

/**
 * Keep a ToolError, or the one that was the cause; a number that is too large for what a contract takes is one of the
 * input's, and anything else is wrapped so that it names the tool.
 */
export function toToolError(tool: string, cause: unknown): ToolError {
  const known = findToolError(cause)
  if (known) return known
  if (cause instanceof IntegerOutOfRangeError) {
    return new ToolError('INVALID_PARAMS', { path: '/', problem: cause.shortMessage }, { cause })
  }
  return new ToolError('TOOL_FAILED', { tool, reason: describeCause(cause) }, { cause })
}
