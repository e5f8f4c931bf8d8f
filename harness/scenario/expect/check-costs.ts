import { formatEther } from 'viem'
import { matchesAmount, renderCheck } from './compare-amount.ts'
import type { Check } from './judged-step.ts'

/** Hold what a step cost against what is expected: gas, fee, transactions, error against the forecast, time. */
export const checkCosts: Check = ({ expect, outcome, waitedMs, costs }, report) => {
  const counts = [
    ['gas', costs?.gasUsed, String],
    ['fee', costs?.feeWei, (wei: bigint) => `${formatEther(wei)} ETH`],
    ['transactions', costs?.transactions, String],
  ] as const
  for (const [member, found = 0n, write] of counts) {
    const check = expect[member]
    if (check && !matchesAmount(check, found)) {
      report(`expect.${member}`, renderCheck(check, write), write(found))
    }
  }
  if (expect.errorBps !== undefined) {
    const found = outcome.observation?.outcome?.errorBps
    if (found === undefined || found > expect.errorBps) {
      report('expect.errorBps', `at most ${expect.errorBps} bps`, found ?? 'no committed write')
    }
  }
  if (expect.waitedMs !== undefined && waitedMs > expect.waitedMs) {
    report('expect.waited', `at most ${expect.waitedMs} ms`, waitedMs)
  }
}
