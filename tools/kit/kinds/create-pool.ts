import { defineKind } from '../../core/action.ts'

/** Create a pool without liquidity; what it is created with is its venue's own. */
export const CREATE_POOL = defineKind({
  kind: 'create-pool',
  description: 'Create a pool without liquidity.',
  params: {},
  choice: { by: 'named' },
})
