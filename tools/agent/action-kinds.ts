import { ALL_ACTIONS } from '../profiles/generated/registry.ts'
import { gatherActions } from './action-kind.ts'

/** Every action kind that the catalogue serves. */
export const ACTION_KINDS = gatherActions(ALL_ACTIONS)
