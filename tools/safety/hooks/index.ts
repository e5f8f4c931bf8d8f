import { allowlistGuardHook } from './allowlist-guard.ts'
import { hallucinationDetectorHook } from './hallucination-detector.ts'
import type { Hook } from './hook.ts'
import { policyCageHook } from './policy-cage.ts'
import { rateLimiterHook } from './rate-limiter.ts'
import { createResultFilterHook, type ResultFilter } from './result-filter.ts'
import { simulatorHook } from './simulator.ts'
import { spendingLimiterHook } from './spending-limiter.ts'

/** Create the seven hooks in the order in which they are asked. */
export const createHooks = (deps: { readonly resultFilter: ResultFilter }): readonly Hook[] => [
  policyCageHook,
  allowlistGuardHook,
  spendingLimiterHook,
  rateLimiterHook,
  simulatorHook,
  hallucinationDetectorHook,
  createResultFilterHook(deps.resultFilter),
]
