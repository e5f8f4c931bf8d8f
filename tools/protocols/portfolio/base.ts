import { defineBase } from '../../core/base.ts'

/** Accounts over all protocols; no contract of its own. */
export const BASE = defineBase({ id: 'portfolio', contracts: {} })
