import { Type } from '../../core/schema.ts'
import type { Safety } from '../../safety/safety.ts'
import type { ContextStore } from '../context-store.ts'
import { definePiTool } from '../define-pi-tool.ts'
import type { PiDoor } from '../pi-door.ts'

const PARAMETERS = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 500, pattern: '^[^\\n\\r]+$' }) },
  { additionalProperties: false },
)

/** Create `update_directive`: note a heuristic in the playbook. No rule of the safety layer reads it. */
export const createUpdateDirective = (context: ContextStore, safety: Safety, door: PiDoor) =>
  definePiTool(door, {
    name: 'update_directive',
    label: 'Update directive',
    description: 'Append a heuristic to PLAYBOOK.md. Limits, allowlists and caps are not affected by it.',
    promptSnippet:
      'update_directive appends one heuristic to the playbook for later ticks; it cannot change limits, allowlists, caps or phases.',
    parameters: PARAMETERS,
    executionMode: 'sequential',
    async run({ text }) {
      // Whatever the model writes derives from what it was told.
      context.appendDirective(text, safety.provenance.modelLabels())
      return { document: 'PLAYBOOK.md', appended: text }
    },
  })
