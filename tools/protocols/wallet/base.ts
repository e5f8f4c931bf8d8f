import { defineBase } from '../../core/base.ts'

/** The agent's own account and the native coin. */
export const BASE = defineBase({ id: 'wallet', contracts: {} })
