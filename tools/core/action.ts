import type { ToolError } from './errors.ts'
import type { Json } from './json.ts'
import type { Static, TSchema, Type } from './schema.ts'
import type { WriteTool } from './tool-def.ts'

/** Runs a read tool of the profile and answers its data. */
export type RunRead = (tool: string, params: Json) => Promise<Json>

/** Parameters by their names, as they stand in an object schema. */
export type Parameters = Readonly<Record<string, TSchema>>

/**
 * How the venue of an action kind is chosen: `only` one tool serves it, the best `quote` takes it, the venue that is
 * `holding` the position does, or the agent has to say it (`named`).
 */
export type VenueChoice =
  | { readonly by: 'only' | 'holding' | 'named' }
  | { readonly by: 'quote'; readonly best: 'most' | 'least' }

/** An action kind, whichever venue serves it. */
export interface Kind<Common extends Parameters = Parameters> {
  readonly kind: string
  /** Other names under which it may be asked for. */
  readonly aliases?: readonly string[]
  readonly description: string
  /** Parameters that every venue takes. */
  readonly params: Common
  readonly choice: VenueChoice
}

/** What a venue offers for an action: the parameters of its write tool, and what it quotes, in base units. */
export interface Offer {
  readonly params: Json
  readonly quoteBaseUnits?: bigint
}

/** One venue's way to serve an action kind: reads first, then one write tool. */
export interface Action {
  readonly kind: Kind
  /** Id of the venue: the folder that it lies in, which the registry fills in. */
  readonly protocol?: string
  /** Parameters that this venue takes besides; the agent names them under `venue`. */
  readonly venue: Parameters
  /** Read tools that run before the write tool, in order. */
  readonly reads: readonly string[]
  /** The write tool that builds the plan; its simulation follows in the safety layer. */
  readonly write: string
  /**
   * Answer what it offers, or with which error it has nothing of the kind: the position, or a market, is not here. That
   * error is told only when no other venue offers or throws.
   *
   * @throws ToolError when it cannot offer what lies here
   */
  offer(params: Json, run: RunRead): Promise<Offer | ToolError>
}

/** Define an action kind that several venues may serve. */
export const defineKind = <Common extends Parameters>(kind: Kind<Common>): Kind<Common> => kind

/** Define how a venue serves a shared kind; types follow from the schemas. */
export const serveKind = <Common extends Parameters, Beyond extends Parameters>(
  kind: Kind<Common>,
  action: {
    readonly tool: Pick<WriteTool, 'name'>
    readonly venue: Beyond
    readonly reads?: readonly string[]
    offer(
      params: Static<ReturnType<typeof Type.Object<Common & Beyond>>>,
      run: RunRead,
    ): Promise<Offer | ToolError>
  },
): Action => {
  const { tool, reads = [], venue, offer } = action
  return { kind: kind as unknown as Kind, venue, reads, write: tool.name, offer: offer as Action['offer'] }
}

/** Define an action kind that hands its parameters to one write tool as they are. */
export const defineAction = (action: {
  readonly kind: string
  readonly description: string
  readonly tool: Pick<WriteTool, 'name' | 'input'>
}): Action => ({
  kind: {
    kind: action.kind,
    description: action.description,
    params: (action.tool.input as unknown as { readonly properties: Parameters }).properties,
    choice: { by: 'only' },
  },
  venue: {},
  reads: [],
  write: action.tool.name,
  offer: async (params) => ({ params }),
})

/** Say which protocol actions belong to. */
export const stampActions = (protocol: string, actions: readonly Action[]): readonly Action[] =>
  actions.map((action) => ({ ...action, protocol }))
