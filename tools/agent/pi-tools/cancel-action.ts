import { HashSchema, Type } from '../../core/schema.ts'
import type { Safety } from '../../safety/safety.ts'
import { definePiTool } from '../define-pi-tool.ts'
import type { PiDoor } from '../pi-door.ts'

const PARAMETERS = Type.Object({ permitId: HashSchema }, { additionalProperties: false })

/** Create `cancel_action`: give a pending permit up. */
export const createCancelAction = (safety: Safety, door: PiDoor) =>
  definePiTool(door, {
    name: 'cancel_action',
    label: 'Cancel action',
    description: 'Give a pending permit up, so that it can never be committed.',
    promptSnippet:
      'cancel_action gives up a permit that preview_action issued and that is no longer wanted; a committed action cannot be cancelled.',
    parameters: PARAMETERS,
    executionMode: 'sequential',
    async run({ permitId }) {
      safety.cancel(permitId)
      return { permitId, state: 'cancelled' }
    },
  })
