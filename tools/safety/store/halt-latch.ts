import { ToolError } from '../../core/errors.ts'
import type { SafetyStore } from './store.ts'

const KEY = 'halt'

/**
 * What is kept while no halt holds. Once one was lifted every cage was left paused, whether or not the process that lifted
 * it knew its chain, but for those that were seen open since; until then none was, but for those that the stack paused.
 */
type Cages = { readonly open: readonly number[] } | { readonly paused: readonly number[] }

const ALL_PAUSED: Cages = { open: [] }
const ALL_OPEN: Cages = { paused: [] }

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

function parseKept(kept: string | undefined): Halted | Cages {
  // Earlier versions kept nothing of a halt that was lifted, and null once every cage was seen open.
  if (kept === '') return ALL_PAUSED
  return (JSON.parse(kept ?? 'null') as Halted | Cages | null) ?? ALL_OPEN
}

const isHalted = (said: Halted | Cages): said is Halted => !('open' in said || 'paused' in said)

const isPaused = (cages: Cages, chainId: number): boolean =>
  'open' in cages ? !cages.open.includes(chainId) : cages.paused.includes(chainId)

/** The chain of a stack that has the latch for itself. */
const ONLY = 0

/** Create the latch over the store; a process has one of it, which everything that signs or sends looks at, on any chain. */
export function createHaltLatch(store: SafetyStore): HaltLatch {
  const chains = new Set<number>()
  const readKept = () => {
    const kept = store.findMeta(KEY)
    // What is taken out of the store lifts no halt.
    if (kept === undefined) return { sinceWallMs: 0, reason: 'the store says another than its log' }
    const said = parseKept(kept.value)
    return isHalted(said) ? said : undefined
  }
  let tripped: Halted | undefined
  const read = () => tripped ?? readKept()

  const readCages = (): Cages => {
    const said = parseKept(store.readMeta(KEY))
    return isHalted(said) ? ALL_OPEN : said
  }
  const notePaused = (chainId: number, paused: boolean) => {
    const cages = readCages()
    if (isPaused(cages, chainId) === paused) return
    const change = (listed: readonly number[]) =>
      listed.includes(chainId) ? listed.filter((chain) => chain !== chainId) : [...listed, chainId]
    const changed = 'open' in cages ? { open: change(cages.open) } : { paused: change(cages.paused) }
    store.writeMeta(KEY, JSON.stringify(changed))
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
        store.writeMeta(KEY, JSON.stringify(ALL_PAUSED))
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
      leftPaused: () => isPaused(readCages(), chainId),
      notePause: () => notePaused(chainId, true),
      noteOpen: () => notePaused(chainId, false),
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
