import type { Json } from '../core/json.ts'
import { type RunnerDeps, runTool } from '../core/runner.ts'
import type { ChainControl } from './chain-control.ts'
import type { ControlTool } from './control-tool.ts'

/** Let a control tool plan, and carry its plan out on the chain under control. @throws ToolError */
export async function runControlTool(
  tool: ControlTool,
  params: Json,
  deps: { readonly runner: RunnerDeps; readonly control: ChainControl },
): Promise<Json> {
  const plan = await runTool(tool, params, deps.runner, undefined, (ctx, admitted) =>
    tool.plan(admitted as never, ctx),
  )
  return deps.control.execute(plan.operation, plan.params)
}
