import type { Hex } from 'viem'
import { formatUsdc } from '../../../tools/core/amount.ts'
import type { LedgerEntry } from '../../../tools/safety/store/ledger-rows.ts'
import { followLimit } from './follow-limit.ts'
import type { Law } from './law.ts'

const DAY_SECONDS = 86_400
const ALWAYS = { wallMs: -1, chainSeconds: -1 }

/** What is booked as spent, with what is reserved, fits the limit in every window of 24 hours. */
export const COUNTED_SPEND: Law = {
  name: 'law.counted-spend',
  invariants: ['I1', 'I6'],
  watch() {
    /** The least that each permit was booked to have spent; undefined while it is only reserved. */
    const leastUsdc = new Map<Hex, bigint | undefined>()
    const readPerDay = followLimit('perDayUsdc')
    return ({ stage }) => {
      const perDayUsdc = readPerDay(stage)
      const entries = stage.session.store.ledgerAfter(ALWAYS)
      const before = (a: LedgerEntry, b: LedgerEntry) =>
        a.chainSeconds > b.chainSeconds - DAY_SECONDS && a.chainSeconds <= b.chainSeconds
      for (const last of entries) {
        // What a reorganisation brings back was gone when others were spent in its place: it counts for later ones.
        const isNew = !leastUsdc.has(last.permitId)
        const count = ({ permitId, amountUsdc }: LedgerEntry) =>
          isNew ? amountUsdc : least(leastUsdc.get(permitId), amountUsdc)
        const sum = entries
          .filter((entry) => before(entry, last))
          .reduce((total, entry) => total + count(entry), 0n)
        if (sum > perDayUsdc) {
          return {
            expected: `at most ${formatUsdc(perDayUsdc)} in 24 hours`,
            found: `${formatUsdc(sum)} at ${last.chainSeconds}`,
          }
        }
      }
      for (const { permitId, state, amountUsdc } of entries) {
        leastUsdc.set(permitId, state === 'spent' ? least(leastUsdc.get(permitId), amountUsdc) : undefined)
      }
      return undefined
    }
  },
}

const least = (known: bigint | undefined, amount: bigint) =>
  known !== undefined && known < amount ? known : amount
