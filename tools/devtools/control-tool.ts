import type { ToolContext } from '../core/context.ts'
import type { Static, TSchema } from '../core/schema.ts'
import type { ReadTool, ToolDescription } from '../core/tool-def.ts'
import type { ControlPlan } from './chain-control.ts'

/** A tool that changes the chain itself: its plan goes to a chain under control, and there is no such tier elsewhere. */
export interface ControlTool<Input extends TSchema = TSchema, Output extends TSchema = TSchema>
  extends ToolDescription<Input, Output> {
  readonly capability: 'control'
  plan(params: Static<Input>, ctx: ToolContext): Promise<ControlPlan>
}

/** A tool of the test net. */
export type DevTool = ReadTool | ControlTool

/** Define a control tool; the types of `plan` follow from the schemas. */
export const defineControlTool = <Input extends TSchema, Output extends TSchema>(
  tool: Omit<ControlTool<Input, Output>, 'capability'>,
): ControlTool => ({ ...tool, capability: 'control' }) as unknown as ControlTool
