import type { Action, Parameters, RunRead, VenueChoice } from '../core/action.ts'
import type { Json } from '../core/json.ts'
import type { RequestedBy } from '../core/request-bounds.ts'
import { type TSchema, Type } from '../core/schema.ts'
import { findRoute, type ResolvedAction, type Venue } from './find-route.ts'
import { collectAliases } from './kind-names.ts'

/** An action kind as the agent asks for it, with every venue that serves it. */
export interface ActionKind {
  readonly kind: string
  /** Other names under which it may be asked for, with hyphens between their words. */
  readonly aliases: readonly string[]
  readonly description: string
  readonly params: TSchema
  readonly choice: VenueChoice
  readonly venues: readonly Venue[]
  /** The untrusted tool whose wish the action is. */
  readonly requestedBy?: RequestedBy
  /** Choose among venues that are enabled. @throws ToolError */
  resolve(params: Json, venues: readonly Venue[], run: RunRead): Promise<ResolvedAction>
}

const gathered = new WeakMap<readonly Action[], readonly ActionKind[]>()

/**
 * Gather actions into the kinds that they serve; once for each list, so that their schemas are compiled once.
 *
 * @throws RangeError when two tools serve a kind that is for one, describe a shared one differently, or two kinds
 * claim one name
 */
export function gatherActions(actions: readonly Action[]): readonly ActionKind[] {
  const known = gathered.get(actions) ?? gatherKinds(actions)
  gathered.set(actions, known)
  return known
}

function gatherKinds(actions: readonly Action[]): readonly ActionKind[] {
  const byKind = Map.groupBy(actions, ({ kind }) => kind.kind)
  const aliases = collectAliases(actions)
  return [...byKind.values()].map((venues) => {
    const [{ kind }] = venues as [Action]
    const other = venues.find((action) => action.kind !== kind)
    if (other !== undefined || (kind.choice.by === 'only' && venues.length > 1)) {
      const ids = venues.map(({ protocol }) => protocol).join(' and ')
      throw new RangeError(`${ids} define action kind "${kind.kind}" twice: share it in tools/kit/kinds`)
    }
    return {
      kind: kind.kind,
      aliases: aliases.get(kind.kind) ?? [],
      description: kind.description,
      choice: kind.choice,
      params: Type.Object(
        {
          ...kind.params,
          ...(kind.choice.by === 'only' ? {} : { venue: venueSchema(kind.choice.by, venues) }),
        },
        { additionalProperties: false },
      ),
      venues,
      resolve: (params, enabled, run) => findRoute(kind, enabled, params, run),
    }
  })
}

function venueSchema(by: string, venues: readonly Action[]): TSchema {
  const each = venues.map(({ protocol = '', venue }) =>
    Type.Object(
      { protocol: Type.Literal(protocol), ...(venue as Parameters) },
      { additionalProperties: false },
    ),
  )
  const [first] = each
  const schema = each.length === 1 && first ? first : Type.Union(each)
  return by === 'named' ? schema : Type.Optional(schema)
}
