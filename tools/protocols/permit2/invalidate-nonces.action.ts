import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './safety-invalidate-permit2-nonces.ts'

/** Void what was signed for Permit2 and not used yet. */
export const ACTION = defineAction({
  kind: 'invalidate-nonces',
  description: 'Void permits and orders that were signed for Permit2 and not used yet.',
  tool: TOOL_DEF,
})
