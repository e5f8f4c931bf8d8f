import type { AllowanceAfter } from '../../core/outcome.ts'
import type { Call } from '../../core/plan.ts'
import type { TokenAmounts } from '../../kit/concentrated-liquidity.ts'

/** Part of a plan: calls, with what they bring or, below zero, take. */
export interface PlanPart {
  readonly calls: readonly Call[]
  readonly change: TokenAmounts
  readonly allowances: readonly AllowanceAfter[]
}
