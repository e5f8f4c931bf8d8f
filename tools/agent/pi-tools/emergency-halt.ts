import { toJson } from '../../core/json.ts'
import { Type } from '../../core/schema.ts'
import type { Safety } from '../../safety/safety.ts'
import { definePiTool } from '../define-pi-tool.ts'
import type { PiDoor } from '../pi-door.ts'

const PARAMETERS = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: 500 }) },
  { additionalProperties: false },
)

/** Create `emergency_halt`: latch the halt, give every pending permit up and take all authority back on chain. */
export const createEmergencyHalt = (safety: Safety, door: PiDoor) =>
  definePiTool(door, {
    name: 'emergency_halt',
    label: 'Emergency halt',
    description:
      'Stop all actions at once, pause the vault and take back allowances; what is held stays. Only the owner can resume.',
    promptSnippet:
      'emergency_halt stops every action at once, gives up all pending permits and takes back all authority; use it when something is wrong; only the owner can resume.',
    parameters: PARAMETERS,
    executionMode: 'sequential',
    async run({ reason }) {
      const report = await safety.halt(reason)
      return toJson({ halted: true, ...report, isLogSealed: await safety.seal() })
    },
  })
