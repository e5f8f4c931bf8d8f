import type { Action } from '../core/action.ts'
import type { Protocol } from '../core/protocol.ts'
import type { Tool, ToolDef } from '../core/tool-def.ts'
import { ALL_ACTIONS, ALL_PROTOCOLS, ALL_TOOL_DEFS } from './generated/registry.ts'

/** What a stack is put together from. */
export interface Registry<T extends Tool = Tool> {
  readonly protocols: readonly Protocol[]
  /** Every tool that a profile may choose from. */
  readonly tools: readonly T[]
  /** Every protocol's way to serve an action kind. */
  readonly actions: readonly Action[]
}

/** What production is put together from. */
export const REGISTRY: Registry<ToolDef> = {
  protocols: ALL_PROTOCOLS,
  tools: ALL_TOOL_DEFS,
  actions: ALL_ACTIONS,
}
