import { toJson } from '../../core/json.ts'
import { Type } from '../../core/schema.ts'
import type { Safety } from '../../safety/safety.ts'
import { noteUntrusted } from '../../safety/taint/provenance.ts'
import type { ContextStore } from '../context-store.ts'
import { definePiTool } from '../define-pi-tool.ts'
import type { PiDoor } from '../pi-door.ts'

const PARAMETERS = Type.Object(
  {
    query: Type.String({ minLength: 1, maxLength: 256 }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  },
  { additionalProperties: false },
)

/** Create `search_context`: search the agent's documents and see its active state. */
export const createSearchContext = (context: ContextStore, safety: Safety, door: PiDoor) =>
  definePiTool(door, {
    name: 'search_context',
    label: 'Search context',
    description: 'Search STRATEGY.md and PLAYBOOK.md, and see the current phase and open permits.',
    promptSnippet:
      'search_context finds passages of the strategy and the playbook by words, and shows the current phase and open permits.',
    parameters: PARAMETERS,
    executionMode: 'parallel',
    async run({ query, limit = 5 }) {
      const passages = context.search(query, limit)
      noteUntrusted(safety.provenance, 'search_context', passages)
      const permits = safety.view.permits().filter((permit) => permit.state === 'pending')
      return toJson({
        passages: passages.map(({ labels, ...passage }) => ({ ...passage, labels: [...labels] })),
        phase: safety.view.phase(),
        openPermits: permits.map((permit) => permit.permitId),
      })
    },
  })
