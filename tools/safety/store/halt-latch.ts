import { ToolError } from '../../core/errors.ts'
import type { SafetyStore } from './store.ts'

const KEY = 'halt'

/** What is kept while every cage is paused and no halt holds, and once all were seen open after that. */
const CLEARED = ''
const OPEN = 'null'

/** What is kept while only the cages of some chains are paused. */
interface Paused {
  readonly paused: readonly number[]
}

/** Since when and why everything is stopped. */
export interface Halted {
  readonly sinceWallMs: number
  readonly reason: string
}

/**
 * The emergency latch: once set, only the owner clears it.
 *
 * It is set in memory first, so that it holds at once and whatever becomes of the store; that it is durable as well is
 * made up for as soon as the store takes it.
 */
export interface HaltLatch {
  /** When and why it was set, or undefined. */
  read(): Halted | undefined
  /** Set it in memory; setting it again changes nothing. Answers whether it was set just now. Never throws. */
  trip(reason: string, wallMs: number): boolean
  /** Make it durable when it is not yet. @throws what the store throws */
  keep(): void
  /** Deny while it is set. @throws ToolError HALTED */
  assertOpen(): void
  /** Lift it; only what the owner approved may do that. */
  clear(): void
  /** The same latch as it is to the stack of a chain, whose cage is paused and open by itself. */
  onChain(chainId: number): HaltLatch
  /** Whether a halt was lifted, or the stack paused the cage, and it was not seen open since: then nobody has to wonder. */
  leftPaused(): boolean
  /** Note that the stack is about to pause the cage without a halt. @throws what the store throws */
  notePause(): void
  /** Note that the cage was seen open. @throws what the store throws */
  noteOpen(): void
}

/** The chain of a stack that has the latch for itself. */
const ONLY = 0

/** Create the latch over the store; a process has one of it, which everything that signs or sends looks at, on any chain. */
export function createHaltLatch(store: SafetyStore): HaltLatch {
  const chains = new Set<number>()
  const readKept = () => {
    const kept = store.findMeta(KEY)
    // What is taken out of the store lifts no halt.
    if (kept === undefined) return { sinceWallMs: 0, reason: 'the store says another than its log' }
    if (!kept.value) return undefined
    const said = JSON.parse(kept.value) as Halted | Paused | null
    return said === null || 'paused' in said ? undefined : said
  }
  let tripped: Halted | undefined
  const read = () => tripped ?? readKept()

  /** Of no halt: the chains whose cages are paused, as far as was seen. */
  const readPaused = (): readonly number[] => {
    const kept = store.readMeta(KEY)
    if (kept === undefined) return []
    if (kept === CLEARED) return [...chains]
    const said = JSON.parse(kept) as Halted | Paused | null
    return said !== null && 'paused' in said ? said.paused : []
  }
  const writePaused = (paused: readonly number[]) => {
    const areAll = [...chains].every((chain) => paused.includes(chain))
    const text = paused.length === 0 ? OPEN : areAll ? CLEARED : JSON.stringify({ paused })
    if (store.readMeta(KEY) !== text) store.writeMeta(KEY, text)
  }

  const latch: Omit<HaltLatch, 'onChain' | 'leftPaused' | 'notePause' | 'noteOpen'> = {
    read,
    trip(reason, wallMs) {
      if (tripped) return false
      let kept: Halted | undefined
      try {
        kept = readKept()
      } catch {
        // A store that cannot be read does not keep a halt from being set.
      }
      tripped = kept ?? { sinceWallMs: wallMs, reason }
      return kept === undefined
    },
    keep() {
      store.transact(() => {
        if (tripped === undefined || readKept() !== undefined) return
        const { reason, sinceWallMs: wallMs } = tripped
        store.writeMeta(KEY, JSON.stringify(tripped))
        store.appendAudit('halt', { reason, wallMs })
      })
    },
    assertOpen() {
      const halted = read()
      if (halted) throw new ToolError('HALTED', { since: halted.sinceWallMs })
    },
    clear() {
      store.transact(() => {
        store.appendAudit('halt-cleared', read())
        store.writeMeta(KEY, CLEARED)
      })
      // Should what surrounds it still fail, the store says that it holds.
      tripped = undefined
    },
  }
  const onChain = (chainId: number): HaltLatch => {
    chains.add(chainId)
    return {
      ...latch,
      onChain,
      leftPaused: () => readPaused().includes(chainId),
      notePause: () => writePaused([...new Set([...readPaused(), chainId])]),
      noteOpen() {
        const paused = readPaused()
        if (paused.includes(chainId)) writePaused(paused.filter((chain) => chain !== chainId))
      },
    }
  }
  const alone = (): HaltLatch => (chains.size > 0 ? onChain([...chains][0] as number) : onChain(ONLY))
  return {
    ...latch,
    onChain,
    leftPaused: () => alone().leftPaused(),
    notePause: () => alone().notePause(),
    noteOpen: () => alone().noteOpen(),
  }
}
