import { type Hex, maxUint256 } from 'viem'
import { sumHours, sumUnguarded } from '../model/cage/cage-ledger.ts'
import { isBlind, isPriced, navOf } from '../model/cage/cage-value.ts'
import type { KnownCage } from './known-cage.ts'
import { termsOf } from './resolve.ts'

/** What the lens shows, in its order. */
const WORDS = ['nav', 'mark', 'lastRebalance', 'spent', 'lost', 'unguarded', 'shares', 'paused'] as const

/** What a cage remembers, as a look shows it: USDC base units, 18 decimals (mark, shares), seconds. */
export type Look = Readonly<Record<(typeof WORDS)[number], bigint>>

/** Say what a look shows. */
export function foreseeLook(known: KnownCage): Look {
  const { state, nowSeconds, isPaused } = known
  const terms = Object.values(termsOf(known))
  const { spent, lost } = sumHours(state, nowSeconds)
  return {
    nav: isPriced(terms, 'before') && !isBlind(terms) ? navOf(terms, 'before') : maxUint256,
    mark: state.mark,
    lastRebalance: BigInt(state.lastRebalanceAt.most),
    spent,
    lost,
    unguarded: sumUnguarded(state, nowSeconds).most,
    shares: state.totalShares,
    paused: isPaused ? 1n : 0n,
  }
}

/** Read what the lens answered. */
export const readLook = (data: Hex): Look =>
  Object.fromEntries(
    WORDS.map((name, index) => [name, BigInt(`0x${data.slice(2 + 64 * index, 66 + 64 * index) || '0'}`)]),
  ) as Look
