import type { Address } from 'viem'
import type { SimulatedCallResult } from '../../core/chain.ts'
import type { ToolContext } from '../../core/context.ts'
import type { TransactionPlan } from '../../core/plan.ts'
import { approveThroughZero } from '../../kit/approval.ts'

/** What the calls of a plan would do now. */
export interface PlanSimulation {
  /** Null when every call succeeds. */
  readonly revertReason: string | null
  readonly gasUsed: bigint
  readonly calls: readonly SimulatedCallResult[]
  /** Change of the account's balance of a watched token; zero when a call fails, since all are undone. */
  deltaOf(token: Address): bigint
}

/** Simulate the calls of a plan as the account makes them, and watch its balances of some tokens, in one request. */
export async function simulatePlan(
  ctx: Pick<ToolContext, 'chain' | 'account' | 'book' | 'interfaces'>,
  plan: TransactionPlan,
  tokens: readonly Address[],
): Promise<PlanSimulation> {
  const made = await approveThroughZero(plan.calls, ctx)
  const { calls, before, after } = await ctx.chain.simulate(
    made.map((call) => ({ ...call, from: ctx.account })),
    {
      balances: tokens.map((token) => ({ token, account: ctx.account })),
      allowances: [],
      codeHashes: [],
      feeds: [],
    },
  )
  const failed = calls.find((call) => !call.ok)
  return {
    revertReason: failed === undefined ? null : ctx.interfaces.explainRevert(failed.returnData),
    gasUsed: calls.reduce((sum, call) => sum + call.gasUsed, 0n),
    calls,
    deltaOf(token) {
      const index = tokens.indexOf(token)
      if (failed !== undefined) return 0n
      return (after.balances[index] ?? 0n) - (before.balances[index] ?? 0n)
    },
  }
}
