import { defineBase } from '../../core/base.ts'

/** The chain itself; it has no contract of its own. */
export const BASE = defineBase({ id: 'chain', contracts: {} })
