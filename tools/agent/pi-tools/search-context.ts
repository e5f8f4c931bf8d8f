import { toJson } from '../../core/json.ts'
import { Type } from '../../core/schema.ts'
import { cleanLines } from '../../safety/hooks/result-filter.ts'
import type { Safety } from '../../safety/safety.ts'
import { noteUntrusted } from '../../safety/taint/provenance.ts'
import type { ContextStore } from '../context-store.ts'
import { definePiTool } from '../define-pi-tool.ts'
import { takePage } from '../paging.ts'
import type { PiDoor } from '../pi-door.ts'

const PARAMETERS = Type.Object(
  {
    query: Type.String({ minLength: 1, maxLength: 256 }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
    cursor: Type.Optional(Type.String({ description: 'nextCursor of the answer before' })),
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
    keepsTexts: true,
    async run({ query, limit = 5, cursor }) {
      // What is remembered is what the model reads.
      const found = context.search(query).map((passage) => ({ ...passage, text: cleanLines(passage.text) }))
      const listed = found.map(({ labels, ...passage }) => toJson({ ...passage, labels: [...labels] }))
      const { items, nextCursor } = takePage(listed, cursor, () => limit)
      const passages = found.filter((_, index) => items.includes(listed[index] ?? null))
      noteUntrusted(safety.provenance, 'search_context', passages)
      const permits = safety.view.permits().filter((permit) => permit.state === 'pending')
      return toJson({
        passages: items,
        phase: safety.view.phase(),
        openPermits: permits.map((permit) => permit.permitId),
        ...(nextCursor === undefined ? {} : { nextCursor }),
      })
    },
  })
