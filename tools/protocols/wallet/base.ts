import { defineBase } from '../../core/base.ts'

/** The agent's own account and the native coin. */
export const BASE = defineBase({
  id: 'wallet',
  contracts: {},
  errors: {
    NOTHING_TO_RETURN: {
      layer: 'tool',
      message: 'account {account} holds nothing of {tokens}',
      hint: 'leave positions first; data_get_portfolio shows what lies where',
    },
  },
})
