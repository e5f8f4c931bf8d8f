import type { AssayEvent } from '../../../tools/core/events.ts'
import type { Stage } from '../../stage/stage.ts'
import type { Law } from './law.ts'

/**
 * Once set, the latch stays until the owner clears it; no permit is pending, and none is used up, sent or committed any
 * more.
 */
export const HALT_LATCH: Law = {
  name: 'law.halt-latch',
  invariants: ['I46', 'I48'],
  watch() {
    let since: number | undefined
    return ({ stage, outcome, permits }) => {
      const found = stage.session.agent.safety.view.haltedSince()
      if (outcome.observation?.events.some(({ kind }) => kind === 'halt:cleared')) since = undefined
      // What a broken disk took nothing of, only the paused cage tells after a restart.
      const isLost = found === undefined && stage.faults.disk.hasFailed && !isRecorded(stage)
      // Since when, a latch that was damaged in the store no longer says.
      const isAltered = found !== undefined && !stage.session.store.isMetaIntact('halt')
      if (since !== undefined && found !== since && !isLost && !isAltered) {
        return { expected: `latched since ${since}`, found: String(found ?? 'not latched') }
      }
      const wasHalted = since !== undefined && !isLost
      since = found
      if (found === undefined) return undefined
      const pending = permits().filter(({ state }) => state === 'pending').length
      // A disk that failed may not have taken that they are given up; the latch denies them all the same.
      if (pending > 0 && !stage.faults.disk.hasFailed)
        return { expected: 'no pending permit', found: String(pending) }
      if (!wasHalted) return undefined
      const { report, events = [] } = outcome.observation ?? {}
      if (report) return { expected: 'nothing committed', found: report.receipt.transactionHash }
      const used = events.find(isUse)
      return used && { expected: 'no permit used up or sent', found: `${used.kind} of ${used.permit_id}` }
    }
  },
}

type PermitEvent = Extract<AssayEvent, { kind: 'permit:state' | 'tx:sent' }>

/** Whether a permit is used up, or its transaction sent, at first or at a higher fee; what takes a nonce back is of none. */
const isUse = (event: AssayEvent): event is PermitEvent =>
  event.kind === 'tx:sent'
    ? event.permit_id !== undefined
    : event.kind === 'permit:state' && event.to === 'committing'

const isRecorded = ({ session }: Stage) =>
  session.store.readAudit(1, Number.MAX_SAFE_INTEGER).some(({ kind }) => kind === 'halt')
