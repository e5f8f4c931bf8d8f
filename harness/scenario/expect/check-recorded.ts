import { formatUsdc } from '../../../tools/core/amount.ts'
import { matchesAmount, renderCheck } from './compare-amount.ts'
import type { Check } from './judged-step.ts'

/** Hold what the stack's own record says of an action against what is expected. */
export const checkRecorded: Check = ({ expect, outcome }, report) => {
  const wanted = expect.recorded
  if (wanted === undefined) return
  const found = outcome.observation?.events.findLast((event) => event.kind === 'action:recorded')
  if (found === undefined) {
    report('expect.recorded', 'a record of the action', 'none')
    return
  }
  const members = [
    ['status', wanted.status, found.status],
    ['reason', wanted.reason, found.block_reason],
    ['verified', wanted.verified, found.verified],
    ['replay', wanted.replay, found.replay ?? null],
  ] as const
  for (const [member, expected, seen] of members) {
    if (expected !== undefined && expected !== seen) {
      report('expect.recorded', `${member} ${expected}`, `${member} ${seen ?? 'not said'}`)
    }
  }
  const amounts = [
    ['gas', wanted.gas, found.gas_usdc],
    ['pnl', wanted.pnl, found.pnl_usdc],
  ] as const
  for (const [member, check, seen] of amounts) {
    if (check === undefined) continue
    const isAsExpected = seen !== undefined && matchesAmount(check, BigInt(seen))
    if (!isAsExpected) {
      const text = seen === undefined ? 'not known' : formatUsdc(BigInt(seen))
      report('expect.recorded', `${member} ${renderCheck(check, formatUsdc)}`, `${member} ${text}`)
    }
  }
}
