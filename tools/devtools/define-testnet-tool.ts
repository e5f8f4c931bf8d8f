import type { ToolContext } from '../core/context.ts'
import { type Static, type TSchema, Type } from '../core/schema.ts'
import { ETHEREUM_CHAINS } from '../kit/chains.ts'
import type { ControlPlan } from './chain-control.ts'
import { type ControlTool, defineControlTool } from './control-tool.ts'

/** Output of tools that mine. */
export const HeadSchema = Type.Object({ blockNumber: Type.String(), timestampSeconds: Type.Integer() })

/** A snapshot, as the tool that took it called it. */
export const SnapshotIdSchema = Type.Unsafe<`0x${string}`>({
  type: 'string',
  pattern: '^0x[0-9a-fA-F]{1,64}$',
  description: 'id of testnet_take_snapshot',
})

/** What a new token calls itself. */
export const TOKEN_TERMS = {
  name: Type.String({ minLength: 1, maxLength: 64 }),
  symbol: Type.String({ minLength: 1, maxLength: 16 }),
  decimals: Type.Integer({ minimum: 0, maximum: 36 }),
}

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
