import { formatUsdc } from '../../../tools/core/amount.ts'
import type { LedgerEntry } from '../../../tools/safety/store/ledger-rows.ts'
import { hasTrait } from '../../scenario/find-step.ts'
import type { Law } from './law.ts'

const DAY_SECONDS = 86_400
const ALWAYS = { wallMs: -1, chainSeconds: -1 }

/** What is booked as spent, with what is reserved, fits the limit in every window of 24 hours. */
export const COUNTED_SPEND: Law = {
  name: 'law.counted-spend',
  invariants: ['I1', 'I6'],
  watch() {
    let raised = false
    return ({ stage, action, permits }) => {
      // What a reorganisation brings back was spent on either branch.
      raised ||= hasTrait(action, 'revives-spend')
      if (raised) return undefined
      const { perDayUsdc } = stage.session.policy.limits
      const entries = stage.session.store.ledgerAfter(ALWAYS)
      const approved = new Set(
        permits().flatMap(({ permitId, body }) => (isApproved(body) ? [permitId] : [])),
      )
      const own = entries.filter(({ permitId }) => !approved.has(permitId))
      const before = (a: LedgerEntry, b: LedgerEntry) =>
        a.chainSeconds > b.chainSeconds - DAY_SECONDS && a.chainSeconds <= b.chainSeconds
      for (const last of own) {
        const sum = own
          .filter((entry) => before(entry, last))
          .reduce((total, { amountUsdc }) => total + amountUsdc, 0n)
        if (sum > perDayUsdc) {
          return {
            expected: `at most ${formatUsdc(perDayUsdc)} in 24 hours`,
            found: `${formatUsdc(sum)} at ${last.chainSeconds}`,
          }
        }
      }
      return undefined
    }
  },
}

/** What the owner approves passes the agent's limits by. */
const isApproved = (body: string): boolean => body.includes('"approval":')
