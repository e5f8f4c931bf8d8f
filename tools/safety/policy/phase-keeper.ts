import type { EventBus } from '../../core/events.ts'
import type { ClockReading } from '../store/clocks.ts'
import type { SafetyStore } from '../store/store.ts'
import { comparePhases, type Phase, parsePhase } from './phases.ts'

/** The current phase, its epoch (counts changes) and since when it holds. */
export interface PhaseState {
  /** Undefined when the store holds no phase that is known: exits and halt only. */
  readonly phase: Phase | undefined
  readonly epoch: number
  readonly sinceWallMs: number
}

/** Keeps the phase durable: worse at once, better after the dwell time, never out of terminal. */
export interface PhaseKeeper {
  current(): PhaseState
  /**
   * Report the phase that the inputs call for now, or undefined when they cannot be read; answers the phase that
   * holds. While the inputs are unknown only exits are allowed, and the phase itself stays what it was; of a terminal one
   * nothing is loosened.
   *
   * @param others - what else decides where more than one chain is looked at
   */
  observe(wanted: Phase | undefined, now: ClockReading, others?: OtherInputs): PhaseState
}

/** What the inputs of several chains call for together. */
interface OtherInputs {
  /** Least time for which a better phase is called for, where that is longer than the keeper's own. */
  readonly dwellSeconds: number
  /** The worst phase that any of those calls for which can be read, where not all of them can. */
  readonly known: Phase | undefined
}

const KEY = 'phase'
const WANTED_KEY = 'phase-wanted'
const INPUT_KEY = 'phase-input'
const UNKNOWN_INPUT = 'unknown'
const UNKNOWN: PhaseState = { phase: undefined, epoch: -1, sinceWallMs: 0 }

/** Create the keeper over a store; `initial` is written when the store has no phase yet. */
export function createPhaseKeeper(deps: {
  readonly store: SafetyStore
  readonly events: EventBus
  readonly dwellSeconds: number
  readonly initial: Phase
  readonly nowWallMs: number
}): PhaseKeeper {
  const { store, events, dwellSeconds } = deps
  const write = (phase: Phase, epoch: number, sinceWallMs: number) =>
    store.writeMeta(KEY, JSON.stringify({ phase, epoch, sinceWallMs }))
  const isIntact = () => [KEY, WANTED_KEY, INPUT_KEY].every((key) => store.isMetaIntact(key))
  if (isIntact() && store.readMeta(KEY) === undefined) write(deps.initial, 1, deps.nowWallMs)

  const current = (): PhaseState => {
    const [kept, wanted, input] = [store.findMeta(KEY), store.findMeta(WANTED_KEY), store.findMeta(INPUT_KEY)]
    if (!kept || !wanted || !input) return UNKNOWN
    const state = readState(kept.value)
    // What is final forbids more than what is not known.
    const isFinal = state.phase === 'terminal'
    return input.value === UNKNOWN_INPUT && !isFinal ? { ...state, phase: undefined } : state
  }

  const move = (from: PhaseState & { phase: Phase }, to: Phase, wallMs: number): PhaseState => {
    const epoch = from.epoch + 1
    store.transact(() => {
      write(to, epoch, wallMs)
      store.writeMeta(WANTED_KEY, '')
      store.appendAudit('phase', { from: from.phase, to, epoch })
    })
    events.emit({ kind: 'phase:change', from: from.phase, to, epoch })
    return { phase: to, epoch, sinceWallMs: wallMs }
  }

  return {
    current,
    observe(wanted, now, others) {
      // What is seen now says nothing of what the store held: only its owner can tell.
      if (!isIntact()) return UNKNOWN
      if (wanted === undefined) {
        if (store.readMeta(INPUT_KEY) !== UNKNOWN_INPUT) {
          store.transact(() => {
            store.writeMeta(INPUT_KEY, UNKNOWN_INPUT)
            // Time during which nothing was known is no time in which a better phase held.
            store.writeMeta(WANTED_KEY, '')
            store.appendAudit('phase', { input: UNKNOWN_INPUT })
          })
        }
        const { phase, ...held } = readState(store.readMeta(KEY))
        const isWorse =
          others?.known !== undefined && phase !== undefined && comparePhases(others.known, phase) > 0
        if (isWorse) move({ ...held, phase }, others.known, now.wallMs)
        return current()
      }
      if (store.readMeta(INPUT_KEY) === UNKNOWN_INPUT) {
        store.transact(() => {
          store.writeMeta(INPUT_KEY, 'known')
          store.appendAudit('phase', { input: 'known' })
        })
      }
      const state = readState(store.readMeta(KEY))
      if (state.phase === undefined || state.phase === 'terminal') return state
      const known = { ...state, phase: state.phase }
      const order = comparePhases(wanted, known.phase)
      if (order > 0) return move(known, wanted, now.wallMs)
      if (order === 0) {
        store.writeMeta(WANTED_KEY, '')
        return state
      }
      const pending = readWanted(store.readMeta(WANTED_KEY))
      const since = pending?.phase === wanted ? pending : { phase: wanted, ...now }
      // A restriction lapses only when both clocks say so.
      const dwelt = Math.min((now.wallMs - since.wallMs) / 1_000, now.chainSeconds - since.chainSeconds)
      if (dwelt >= Math.max(dwellSeconds, others?.dwellSeconds ?? 0)) return move(known, wanted, now.wallMs)
      if (pending?.phase !== wanted) store.writeMeta(WANTED_KEY, JSON.stringify(since))
      return state
    },
  }
}

function readState(text: string | undefined): PhaseState {
  try {
    const kept = JSON.parse(text ?? '') as Record<string, unknown>
    const epoch = Number(kept.epoch)
    if (!Number.isSafeInteger(epoch)) throw new Error('no epoch')
    return { phase: parsePhase(String(kept.phase)), epoch, sinceWallMs: Number(kept.sinceWallMs) }
  } catch {
    return UNKNOWN
  }
}

/** The better phase that is being waited for, and since when. */
function readWanted(text: string | undefined): (ClockReading & { readonly phase: Phase }) | undefined {
  return text ? (JSON.parse(text) as ClockReading & { readonly phase: Phase }) : undefined
}
