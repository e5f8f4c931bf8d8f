import { ToolError } from '../../core/errors.ts'
import { NOTE_NOTHING, usdcFigure } from '../../core/figure.ts'
import { countLiveAllowances } from '../evidence/live-allowances.ts'
import { countSpend, sumLedger } from '../evidence/spend.ts'
import type { Hook } from './hook.ts'

/**
 * Hold an action against the three limits; equality is allowed. Above the hot lane, singly or with the unguarded spend of
 * the window and the unguarded allowances that live, and wherever the cage asks for it, the guardian's signature is
 * demanded.
 */
export const spendingLimiterHook: Hook = {
  name: 'spending-limiter',
  check(request, note = NOTE_NOTHING) {
    const { policy, ledger } = request
    const { limits } = policy
    const spend = countSpend(request.evidence, policy, request, note)
    note(usdcFigure('outflow', spend.outflowUsdc))
    note(usdcFigure('growth of allowances', spend.allowanceUsdc))
    note(usdcFigure('gas at its cap', spend.gasUsdc))
    note(usdcFigure('spend', spend.totalUsdc, { most: limits.perTransactionUsdc }))
    if (spend.totalUsdc > limits.perTransactionUsdc) {
      throw new ToolError('SPEND_PER_TRANSACTION', {
        found: spend.totalUsdc,
        expected: limits.perTransactionUsdc,
      })
    }
    const window = sumLedger(ledger)
    const live = countLiveAllowances(request.evidence, policy, spend, request.allowances, request.elsewhere)
    note(usdcFigure('spent in the window before', window.totalUsdc))
    note(usdcFigure('live allowances', live.totalUsdc))
    const ofDay = window.totalUsdc + live.totalUsdc + spend.totalUsdc
    note(usdcFigure('of the day with it', ofDay, { most: limits.perDayUsdc }))
    if (ofDay > limits.perDayUsdc) {
      throw new ToolError('SPEND_PER_DAY', { found: ofDay, expected: limits.perDayUsdc })
    }
    const found = window.unguardedUsdc + live.unguardedUsdc + spend.totalUsdc
    const expected = limits.hotLaneUsdc
    note(usdcFigure('without the guardian', found, { most: expected }))
    const guardianDemand = found > expected ? { found, expected } : request.evidence.guardianDemand
    return { kind: 'allow', spend, ...(guardianDemand ? { guardianDemand } : {}) }
  },
}
