import type { Json } from '../core/json.ts'
import type { RequestedBy } from '../core/request-bounds.ts'
import type { Static, TSchema } from '../core/schema.ts'

/** Runs a read tool of the profile and answers its data. */
export type RunRead = (tool: string, params: Json) => Promise<Json>

/** The concrete write tool that an action comes down to, with its parameters. */
export interface ResolvedAction {
  readonly tool: string
  readonly params: Json
}

/** Maps one action kind to a sequence of concrete tools: reads first, then one write tool. */
export interface ActionAdapter {
  readonly kind: string
  readonly description: string
  /** Read tools that run before the write tool, in order. */
  readonly reads: readonly string[]
  /** The write tool that builds the plan; its simulation follows in the safety layer. */
  readonly write: string
  /** The untrusted tool whose wish the action is. */
  readonly requestedBy?: RequestedBy
  /** Schema of the action's parameters; undefined means: those of the write tool. */
  readonly params?: TSchema
  resolve(params: Json, run: RunRead): Promise<ResolvedAction>
}

/** Define an adapter that reads before it writes; types follow from the schema. */
export const defineAdapter = <Input extends TSchema>(
  adapter: Omit<ActionAdapter, 'resolve' | 'params'> & {
    readonly params: Input
    resolve(params: Static<Input>, run: RunRead): Promise<ResolvedAction>
  },
): ActionAdapter => adapter as unknown as ActionAdapter

/** Define an adapter that hands its parameters to one write tool as they are. */
export const passThrough = (kind: string, write: string, description: string): ActionAdapter => ({
  kind,
  description,
  reads: [],
  write,
  resolve: async (params) => ({ tool: write, params }),
})
