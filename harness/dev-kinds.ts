import { gatherActions } from '../tools/agent/action-kind.ts'
import { DEV_REGISTRY } from '../tools/profiles/dev.ts'

/** Every action kind that the stack under test serves. */
export const DEV_KINDS = gatherActions(DEV_REGISTRY.actions)
