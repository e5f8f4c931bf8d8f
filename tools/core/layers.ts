/** The layers that can deny, in the order in which a write meets them. Every denial names one. */
export const LAYERS = [
  'session',
  'schema',
  'profile',
  'tool',
  'sandbox',
  'taint',
  'halt',
  'books',
  'permit',
  'phase',
  'policy-cage',
  'allowlist-guard',
  'spending-limiter',
  'rate-limiter',
  'simulator',
  'hallucination-detector',
  'result-filter',
  'guardian',
  'capability',
  'custody',
  'audit',
  'chain',
] as const

/** The name of a denying layer. */
export type Layer = (typeof LAYERS)[number]
