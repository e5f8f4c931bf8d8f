import { ToolError } from '../../core/errors.ts'
import { Type } from '../../core/schema.ts'
import { definePiTool } from '../define-pi-tool.ts'
import type { PiDoor } from '../pi-door.ts'

const PARAMETERS = Type.Object(
  { query: Type.String({ minLength: 1, maxLength: 256 }) },
  { additionalProperties: false },
)

/** Create `query_grimoire`; an agent without long-term memory answers that it has none. */
export const createQueryGrimoire = (door: PiDoor) =>
  definePiTool(door, {
    name: 'query_grimoire',
    label: 'Query grimoire',
    description: 'Search long-term memory: episodes, insights, heuristics.',
    promptSnippet:
      'query_grimoire searches long-term memory for earlier episodes, insights and heuristics; it exists for agents with the learning profile.',
    parameters: PARAMETERS,
    executionMode: 'parallel',
    async run() {
      throw new ToolError('MEMORY_NOT_ENABLED', {})
    },
  })
