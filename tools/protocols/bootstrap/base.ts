import { defineBase } from '../../core/base.ts'

/** What has to stand before an agent starts; no contract of its own. */
export const BASE = defineBase({ id: 'bootstrap', contracts: {} })
