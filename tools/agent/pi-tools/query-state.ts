import { renderSuggestion, ToolError } from '../../core/errors.ts'
import { Type } from '../../core/schema.ts'
import { findNearest } from '../../core/suggest.ts'
import type { Tool } from '../../core/tool-def.ts'
import { ACTION_QUERIES } from '../action-queries.ts'
import { definePiTool } from '../define-pi-tool.ts'
import { fitAnswer } from '../paging.ts'
import type { PiDoor } from '../pi-door.ts'
import type { Stack } from '../stack.ts'
import { assertNotOffChain } from '../toolbox.ts'

const PARAMETERS = Type.Object(
  {
    query: Type.String({ description: 'name of a read tool, action_kinds, or action_kind' }),
    params: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'its parameters' })),
    cursor: Type.Optional(Type.String({ description: 'nextCursor of the answer before' })),
  },
  { additionalProperties: false },
)

/** The read tools by every name under which they may be asked for. */
export const nameReads = (tools: readonly Tool[]): ReadonlyMap<string, string> =>
  new Map(
    tools
      .filter(({ capability }) => capability === 'read')
      .flatMap(({ name, aliases = [] }) => [name, ...aliases].map((asked) => [asked, name] as const)),
  )

/** Create `query_state`: run any read tool of the profile, or tell what may be previewed. */
export function createQueryState(stack: Stack, door: PiDoor) {
  const tools = nameReads(stack.profile.tools)
  const queries = [...tools.keys(), ...ACTION_QUERIES.keys()]
  return definePiTool(door, {
    name: 'query_state',
    label: 'Query state',
    description:
      'Read on-chain state: balances, prices, pools, positions, limits, permits. action_kinds lists what can be previewed, action_kind its parameters.',
    promptSnippet:
      'query_state reads balances, prices, pools, positions and the own limits through one of the read tools; it changes nothing.',
    parameters: PARAMETERS,
    executionMode: 'parallel',
    async run({ query, params = {}, cursor }, signal) {
      const own = ACTION_QUERIES.get(query)
      if (own) return fitAnswer(own.answer(params, stack.actions), cursor)
      const tool = tools.get(query)
      if (tool === undefined) {
        const missing = nameReads(stack.profile.missing.map((each) => each.tool))
        assertNotOffChain(missing.get(query) ?? query, stack.profile)
        throw new ToolError('UNKNOWN_QUERY', {
          query,
          suggestion: renderSuggestion(findNearest(query, queries)),
        })
      }
      return fitAnswer((await stack.read(tool, params, signal)).data, cursor)
    },
  })
}
