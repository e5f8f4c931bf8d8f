import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './pendle-redeem-matured-pt.ts'

/** Redeem matured principal tokens for the asset. */
export const ACTION = defineAction({
  kind: 'pendle-redeem-matured-pt',
  description: 'Redeem matured principal tokens for the asset.',
  tool: TOOL_DEF,
})
