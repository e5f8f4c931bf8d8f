import { defineBase } from '../../core/base.ts'

/** The safety layer; it has no contract of its own. */
export const BASE = defineBase({ id: 'safety-core', contracts: {} })
