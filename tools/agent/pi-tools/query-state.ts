import { renderSuggestion, ToolError } from '../../core/errors.ts'
import { Type } from '../../core/schema.ts'
import { findNearest } from '../../core/suggest.ts'
import { definePiTool } from '../define-pi-tool.ts'
import type { PiDoor } from '../pi-door.ts'
import type { Stack } from '../stack.ts'

const PARAMETERS = Type.Object(
  {
    query: Type.String({ description: 'name of a read tool' }),
    params: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'its parameters' })),
  },
  { additionalProperties: false },
)

/** Create `query_state`: run any read tool of the profile. */
export function createQueryState(stack: Stack, door: PiDoor) {
  const queries = stack.profile.tools.filter((tool) => tool.capability === 'read').map((tool) => tool.name)
  return definePiTool(door, {
    name: 'query_state',
    label: 'Query state',
    description: 'Read on-chain state: balances, prices, pools, positions, limits, permits.',
    promptSnippet:
      'query_state reads balances, prices, pools, positions and the own limits through one of the read tools; it changes nothing.',
    parameters: PARAMETERS,
    executionMode: 'parallel',
    async run({ query, params = {} }, signal) {
      if (!queries.includes(query)) {
        throw new ToolError('UNKNOWN_QUERY', {
          query,
          suggestion: renderSuggestion(findNearest(query, queries)),
        })
      }
      return (await stack.read(query, params, signal)).data
    },
  })
}
