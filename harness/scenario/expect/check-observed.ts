import { isAddressEqual } from '../../../tools/core/is-address-equal.ts'
import { resolveTokenAddress } from '../step/resolve-names.ts'
import { matchesAmount, renderCheck, writeAmountsOf } from './compare-amount.ts'
import type { Check } from './judged-step.ts'

/** Hold the changes of balances that the oracle observed against what is expected. */
export const checkObserved: Check = ({ expect, outcome, stage }, report) => {
  if (expect.observed === undefined) return
  if (outcome.observation === undefined || outcome.observation.isUnobserved) {
    report('expect.observed', 'a step that is observed', 'one that is not: expect balances')
    return
  }
  const { observed, unread = [] } = outcome.observation
  const [silent] = unread
  if (expect.observed === 'unchanged') {
    if (silent)
      report(
        'expect.observed',
        'no balance changes',
        `no answer of ${stage.names.tokenOf(silent)?.symbol ?? silent}`,
      )
    if (observed.length > 0) {
      const found = observed
        .map((delta) => writeAmountsOf(stage, delta.token)(delta.deltaBaseUnits))
        .join(', ')
      report('expect.observed', 'no balance changes', found)
    }
  } else {
    for (const [token, check] of expect.observed) {
      const address = resolveTokenAddress(stage, token)
      const found = observed
        .filter((delta) => isAddressEqual(delta.token, address))
        .reduce((sum, delta) => sum + delta.deltaBaseUnits, 0n)
      const write = writeAmountsOf(stage, token)
      const isRead = !unread.some((other) => isAddressEqual(other, address))
      if (isRead && matchesAmount(check, found)) continue
      report('expect.observed', renderCheck(check, write), isRead ? write(found) : `no answer of ${token}`)
    }
  }
}
