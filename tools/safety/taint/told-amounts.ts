import type { Clock } from '../../core/clock.ts'
import { agreedMoment, currentMoment } from '../store/clocks.ts'
import type { SafetyStore } from '../store/store.ts'
import { MIN_SIGNIFICANT_DIGITS } from './find-values.ts'

/** Seconds for which an amount that was told from outside is remembered. */
const LIFE_SECONDS = 86_400

/**
 * Most amounts that are remembered one by one. Where more are told, the one that would be forgotten first makes room, and
 * until then whatever amount says something counts as told: a teller of numbers must not be able to push one out.
 */
const MOST_AMOUNTS = 4_096

/** Under what it is remembered that amounts had to make room; digits are none of it. */
const PUSHED_OUT = 'others'

/** Most times a minute that they are written to the store; what is told beyond that is remembered in memory. */
const MOST_WRITES = 60

const KEY = 'told-amounts'

/** An amount with where it is known from and until which second that counts. */
type Told = readonly [digits: string, source: string, untilSeconds: number]

/** Amounts that were told from outside. Numbers come again by themselves, so they are forgotten after a day. */
export interface ToldAmounts {
  /** Remember amounts by their digits. */
  remember(digits: readonly string[], source: string): void
  /** Where an amount is known from; undefined when it is not. Of more than can be remembered every amount may be one. */
  findSource(digits: string): string | undefined
}

/** What the memories of an agent's chains share beside the store. */
export interface ToldMemory {
  /** Where amounts are known from, by their digits, and until which second; undefined before the store was read. */
  told: Map<string, readonly [source: string, untilSeconds: number]> | undefined
  /** The newest minute in which they were written, and how often. */
  writes: { readonly minute: number; readonly count: number }
}

/** Create what the memories of an agent's chains share. */
export const createToldMemory = (): ToldMemory => ({ told: undefined, writes: { minute: -1, count: 0 } })

/** Create the memory over a store: one row, which is replaced, however much is told. */
export function createToldAmounts(
  store: Pick<SafetyStore, 'findMeta' | 'readMeta' | 'writeMeta'>,
  clock: Pick<Clock, 'wallMs'>,
  memory: ToldMemory,
): ToldAmounts {
  const nowSeconds = () => Math.floor(currentMoment(store, clock.wallMs()).wallMs / 1_000)
  const read = () => {
    // The log's word on the row counts each time.
    const kept = store.readMeta(KEY)
    memory.told ??= new Map(
      ((kept === undefined ? [] : JSON.parse(kept)) as Told[]).map(([digits, ...rest]) => [digits, rest]),
    )
    return memory.told
  }
  return {
    remember(digits, source) {
      if (digits.length === 0) return
      const amounts = read()
      const now = nowSeconds()
      for (const one of digits) {
        amounts.delete(one)
        amounts.set(one, [source, now + LIFE_SECONDS])
      }
      // A wall clock that is ahead for a moment must not forget for good.
      const agreedSeconds = Math.floor(agreedMoment(store).wallMs / 1_000)
      const living = [...amounts]
        .filter(([, [, until]]) => agreedSeconds < until)
        // One that was ahead when something was told must not remember it for as long.
        .map(([one, [from, until]]) => [one, [from, Math.min(until, now + LIFE_SECONDS)]] as const)
      memory.told = new Map(makeRoom(living))
      const minute = Math.floor(now / 60)
      const count = memory.writes.minute === minute ? memory.writes.count + 1 : 1
      memory.writes = { minute, count }
      if (count > MOST_WRITES) return
      store.writeMeta(KEY, JSON.stringify([...memory.told].map(([one, rest]) => [one, ...rest])))
    },
    findSource(digits) {
      const amounts = read()
      const now = nowSeconds()
      const others = digits.length < MIN_SIGNIFICANT_DIGITS ? undefined : amounts.get(PUSHED_OUT)
      // Written so that an end that cannot be read is none.
      return [amounts.get(digits), others].find((found) => found && !(now >= found[1]))?.[0]
    },
  }
}

type Remembered = readonly [digits: string, readonly [source: string, untilSeconds: number]]

/** Keep as many of the latest amounts as can be remembered, and until when the others would have been. */
function makeRoom(living: readonly Remembered[]): Remembered[] {
  const single = living.filter(([digits]) => digits !== PUSHED_OUT)
  const pushedOut = [...single.slice(0, -MOST_AMOUNTS), ...living.filter(([digits]) => digits === PUSHED_OUT)]
  const until = pushedOut.reduce((latest, [, [, end]]) => Math.max(latest, end), 0)
  const kept = single.slice(-MOST_AMOUNTS)
  return pushedOut.length === 0
    ? kept
    : [...kept, [PUSHED_OUT, ['more amounts than can be remembered', until]]]
}
