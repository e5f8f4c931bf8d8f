import { exactly, type Interval, sum } from '../../../vocabulary/interval.ts'
import type { CageState } from './cage-rules.ts'

/** Hours that are surely within 24 hours, with the one that is partly so. */
const HOURS = 25
const DAY_SECONDS = 86_400

type Window = CageState['hours'] extends ReadonlyMap<number, infer Entry> ? Entry : never

const isHeld = (hour: number, now: number) => hour + HOURS > Math.floor(now / 3_600)

/** What was spent and lost in the hours that still count. */
export function sumHours({ hours }: CageState, now: number): Window {
  let [spent, lost] = [0n, 0n]
  for (const [hour, entry] of hours) {
    if (!isHeld(hour, now)) continue
    spent += entry.spent
    lost += entry.lost
  }
  return { spent, lost }
}

/** Add to the hour what an action spends and loses; hours that no longer count go. */
export function bookHour({ hours }: CageState, now: number, added: Window | undefined): CageState['hours'] {
  const kept = new Map([...hours].filter(([hour]) => isHeld(hour, now)))
  if (added) {
    const hour = Math.floor(now / 3_600)
    const { spent, lost } = kept.get(hour) ?? { spent: 0n, lost: 0n }
    kept.set(hour, { spent: spent + added.spent, lost: lost + added.lost })
  }
  return kept
}

/** Remember what left without the guardian's signature. */
export function bookUnguarded(state: CageState, outflow: Interval, nowSeconds: number): CageState {
  const hour = Math.floor(nowSeconds / 3_600)
  // Nothing that leaves is no entry.
  if (outflow.most === 0n) return state
  const amount = sum([state.unguarded.get(hour)?.amount ?? exactly(0n), outflow])
  return { ...state, unguarded: new Map([...state.unguarded, [hour, { amount, at: nowSeconds }]]) }
}

/** What left in the last 24 hours without the guardian's signature. */
export const sumUnguarded = ({ unguarded }: CageState, now: number): Interval =>
  sum([...unguarded.values()].flatMap(({ amount, at }) => (at + DAY_SECONDS > now ? [amount] : [])))
