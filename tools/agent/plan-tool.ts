import { ToolError } from '../core/errors.ts'
import { inTime } from '../core/in-time.ts'
import type { Json } from '../core/json.ts'
import type { OwnerPlan, PermittedPlan, TransactionPlan } from '../core/plan.ts'
import { planWriteTool, type RunnerDeps } from '../core/runner.ts'
import type { PrivilegedTool, WriteTool } from '../core/tool-def.ts'
import { approveThroughZero } from '../kit/approval.ts'
import { type Filling, fillNeeds } from './fill-needs.ts'

/**
 * Plan what a tool sends, signs or has done off the chain, with what others fill of it.
 *
 * @throws ToolError TOOL_FAILED when it plans none of these, and what `fillNeeds` refuses with
 */
export async function planActionOf(
  tool: WriteTool | PrivilegedTool,
  params: Json,
  filling: Filling,
  signal?: AbortSignal,
): Promise<PermittedPlan> {
  const { context } = filling.runner
  const own = await planWriteTool(tool, params, filling.runner, signal)
  const plan = own.kind === 'unfilled' ? await fillNeeds(tool, own, filling, signal) : own
  if (plan.kind === 'change') {
    throw new ToolError('TOOL_FAILED', { tool: tool.name, reason: 'it planned nothing to sign' })
  }
  if (plan.kind !== 'transaction' || plan.route !== 'cage') return plan
  const calls = approveThroughZero(plan.calls, context)
  return { ...plan, calls: await inTime(context.clock, calls, 'the allowances that are left') }
}

/** The transactions that a tool of a tier plans. */
type PlannedTransaction<Planner extends WriteTool | PrivilegedTool> = Extract<
  Awaited<ReturnType<Planner['plan']>>,
  { readonly kind: 'transaction' }
>

/** Plan what a tool sends. @throws ToolError TOOL_FAILED when it plans no transaction */
export async function planTransactionOf<Planner extends WriteTool | PrivilegedTool>(
  tool: Planner,
  params: Json,
  filling: Filling,
  signal?: AbortSignal,
): Promise<PlannedTransaction<Planner>> {
  const plan = await planActionOf(tool, params, filling, signal)
  if (plan.kind === 'transaction') return plan as PlannedTransaction<Planner>
  throw new ToolError('TOOL_FAILED', { tool: tool.name, reason: 'it planned no transaction' })
}

/** Plan what a tool has the account itself do. @throws ToolError TOOL_FAILED when it plans anything else */
export async function planCageTransactionOf(
  tool: WriteTool,
  params: Json,
  filling: Filling,
): Promise<TransactionPlan> {
  const plan = await planTransactionOf(tool, params, filling)
  if (plan.route === 'cage') return { ...plan, route: plan.route }
  throw new ToolError('TOOL_FAILED', { tool: tool.name, reason: 'it planned no call of the account' })
}

/**
 * Plan what a tool changes of the safety layer; the owner's word is not held to the time of a model's tick.
 *
 * @throws ToolError TOOL_FAILED when it plans no change
 */
export async function planChangeOf(
  tool: PrivilegedTool,
  params: Json,
  runner: RunnerDeps,
): Promise<OwnerPlan> {
  const { remainingMs: _, ...frame } = runner
  const plan = await planWriteTool(tool, params, frame)
  if (plan.kind === 'change') return plan
  throw new ToolError('TOOL_FAILED', { tool: tool.name, reason: 'it planned no change of the safety layer' })
}
