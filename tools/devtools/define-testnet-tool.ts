import type { ToolContext } from '../core/context.ts'
import { type Static, type TSchema, Type } from '../core/schema.ts'
import { ETHEREUM_CHAINS } from '../kit/chains.ts'
import type { ControlPlan } from './chain-control.ts'
import { type ControlTool, defineControlTool } from './control-tool.ts'

/** Output of tools that mine. */
export const HeadSchema = Type.Object({ blockNumber: Type.String(), timestampSeconds: Type.Integer() })

/** Output of tools that have nothing to report. */
export const DoneSchema = Type.Object({ done: Type.Literal(true) })

/** Define a tool of the test net; all of them share category, tier and chains. */
export const defineTestnetTool = <Input extends TSchema, Output extends TSchema>(
  tool: Pick<
    ControlTool<Input, Output>,
    | 'name'
    | 'description'
    | 'tickBudget'
    | 'promptSnippet'
    | 'promptGuidelines'
    | 'schemaVersion'
    | 'earlier'
    | 'input'
    | 'output'
    | 'errorCodes'
  > & { plan(params: Static<Input>, ctx: ToolContext): ControlPlan | Promise<ControlPlan> },
): ControlTool => {
  const { plan, ...description } = tool
  return defineControlTool<Input, Output>({
    ...description,
    category: 'testnet',
    riskTier: 'layer1',
    progressSteps: ['plan'],
    spriteTrigger: 'executing',
    supportedChains: ETHEREUM_CHAINS,
    async plan(params, ctx) {
      ctx.step('plan')
      return plan(params, ctx)
    },
  })
}
