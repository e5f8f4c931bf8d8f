import { Type } from '../../core/schema.ts'
import type { Safety } from '../../safety/safety.ts'
import { definePiTool } from '../define-pi-tool.ts'

/** Create `emergency_halt`: latch the halt and give every pending permit up. */
export const createEmergencyHalt = (safety: Safety) =>
  definePiTool({
    name: 'emergency_halt',
    label: 'Emergency halt',
    description: 'Stop all actions at once. Only the owner can resume.',
    promptSnippet:
      'emergency_halt stops every action at once and gives up all pending permits; use it when something is wrong; only the owner can resume.',
    parameters: Type.Object(
      { reason: Type.String({ minLength: 1, maxLength: 500 }) },
      { additionalProperties: false },
    ),
    executionMode: 'sequential',
    async run({ reason }) {
      const cancelledPermits = await safety.halt(reason)
      return { halted: true, cancelledPermits, isLogSealed: await safety.seal() }
    },
  })
