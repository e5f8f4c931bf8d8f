import type { Hex } from 'viem'
import { describeCause } from '../../core/describe-cause.ts'
import type { TransactionPlan } from '../../core/plan.ts'
import type { HaltRoute } from '../custody/send-for-halt.ts'
import type { Evidence, Head } from '../evidence/evidence.ts'
import type { EmergencyGuardian } from '../guardian/guardian-client.ts'
import type { HaltLatch } from '../store/halt-latch.ts'
import type { PermitRow } from '../store/permit-rows.ts'
import type { SafetyStore } from '../store/store.ts'
import { createApprovalLog } from './approval-log.ts'
import { createHaltJournal } from './halt-journal.ts'
import { createHaltMark } from './halt-mark.ts'
import { type HaltPauseDeps, isPausedByAll, pauseCage } from './halt-pause.ts'
import { disarm, type HaltDeps } from './halt-procedure.ts'
import { type HaltReport, judgeResidual } from './halt-report.ts'
import type { HaltReserve } from './halt-reserve.ts'
import { readResidual, uniteLeft } from './halt-residual.ts'

/** How far a halt came on another chain of the agent. */
export interface CarriedOutElsewhere extends Pick<HaltReport, 'status' | 'pausedBy'> {
  readonly chainId: number
  readonly cancelledPermits: number
}

/** A halt with the permits that it gave up. */
export type CarriedOut = HaltReport & {
  readonly cancelledPermits: number
  /** Present where the agent has stacks on other chains. */
  readonly elsewhere?: readonly CarriedOutElsewhere[]
}

/** Carries out a halt, and what is left of it when it is asked again. */
export interface HaltCarrier {
  /** Latch, pause, take authority back. Called again it does what is still to do. Never throws. */
  halt(reason: string): Promise<CarriedOut>
  /** Carry the halt out and sell what carries risk: the owner's or the guardian's word. Waits for a halt that is under way. Never throws. */
  liquidate(): Promise<CarriedOut>
  /** Set the latch for a pause that was found, which a halt brought about that the store lost. Never throws. */
  adopt(reason: string): Promise<void>
  /** Go on with a halt until it is recorded and was seen to leave no authority behind; without one nothing happens. */
  resume(): Promise<void>
  /** Hold the disk space for the records of the next halt. Never throws. */
  prepare(): void
  readonly isUnderWay: boolean
  /** How often it was carried out, whatever came of it: each time may have used nonces. */
  readonly ended: number
}

/** What halts are carried out with. */
export interface HaltCarrierDeps
  extends Omit<HaltPauseDeps, 'note' | 'clock' | 'guardian'>,
    Pick<
      HaltDeps,
      | 'operator'
      | 'sender'
      | 'decoders'
      | 'interfaces'
      | 'signatures'
      | 'grants'
      | 'positions'
      | 'liquidate'
      | 'unwind'
      | 'nextId'
      | 'clock'
    > {
  readonly guardian?: EmergencyGuardian
  readonly store: SafetyStore
  readonly latch: HaltLatch
  readonly reserve?: HaltReserve
  readonly endPermit: (permit: PermitRow) => void
  readonly gather: (
    route: HaltRoute,
    plan: TransactionPlan,
    permitId: Hex,
    deadlineSeconds: bigint,
    head: Head,
  ) => Promise<Evidence>
}

/**
 * Create what carries out halts.
 *
 * The latch is set in memory and the pause is on its way before the store is asked for anything; what the store does not
 * take (the latch, the log, permits that are given up) is made up for later and stops nothing.
 */
export function createHaltCarrier(deps: HaltCarrierDeps): HaltCarrier {
  const { store, latch, reserve, clock, events } = deps
  const journal = createHaltJournal(store)
  const { note } = journal
  // What a provider showed once it is not asked again.
  const routes = deps.routes.map((route) => ({
    ...route,
    approvals: createApprovalLog({ ...deps, chain: route.chain }),
  }))
  const seenPaused = createHaltMark(store, journal, 'halt-paused')
  const seenDisarmed = createHaltMark(store, journal, 'halt-disarmed')
  let lastNoted: string | undefined
  let underWay: Promise<CarriedOut> | undefined
  let ended = 0

  const cancelPermits = () => {
    let cancelled = 0
    journal.attempt(() => {
      for (const permit of store.listPermits('pending')) {
        if (journal.attempt(() => deps.endPermit(permit))) cancelled += 1
      }
    })
    return cancelled
  }

  const carryOut = async (reason: string, maySell: boolean): Promise<CarriedOut> => {
    const isNew = latch.trip(reason, clock.wallMs())
    const since = latch.read()?.sinceWallMs
    const pause = { ...deps, note }
    // Nothing is sent before it is signed, and signing takes a turn: the latch is durable by then if the store takes it.
    const pausing = pauseCage(pause, !isNew && seenPaused.isOf(since))
    journal.attempt(() => reserve?.release())
    journal.attempt(latch.keep)
    if (isNew) journal.attempt(() => events.emit({ kind: 'halt:latched', reason }))
    const cancelledPermits = cancelPermits()
    const paused = await pausing
    if (paused.by !== undefined) seenPaused.note(since)
    // What is sold is allowed to be taken first: should the sale be cut short, that is still to be taken back.
    if (maySell) seenDisarmed.note(undefined)

    let report: HaltReport = {
      status: 'unpaused',
      items: paused.items,
      residual: undefined,
      isComplete: false,
    }
    const isDeaf = paused.isSignerDeaf === true
    for (const route of routes) {
      const items = await disarm({
        ...deps,
        ...route,
        note,
        maySell,
        signer: isDeaf ? undefined : deps.signer,
        gather: (...plan) => deps.gather(route, ...plan),
      }).catch((cause) => [{ item: 'take authority back', ok: false, reason: describeCause(cause) }])
      const left = routes.map((way) => readResidual({ ...deps, ...way }))
      const found = { isPaused: await isPausedByAll(pause), ...uniteLeft(await Promise.all(left)) }
      const judged = judgeResidual(found)
      report = {
        ...judged,
        items: [...report.items, ...items],
        ...(paused.by ? { pausedBy: paused.by } : {}),
        residual: found,
        isComplete: judged.status === 'complete',
      }
      // What lapses by itself, and what only owner or guardian may order to sell, no other way changes.
      if (!maySell && (judged.status === 'disarmed' || judged.waitsUntilSeconds !== undefined)) break
      if (report.isComplete) break
    }
    const isDisarmed = report.status !== 'unpaused' && report.status !== 'paused'
    seenDisarmed.note(isDisarmed ? since : undefined)
    const text = JSON.stringify(report)
    // Asked again and again, a halt that changes nothing writes nothing.
    if (text !== lastNoted) note('halt-report', report)
    lastNoted = text
    const failed = report.items.flatMap(({ item, ok }) => (ok ? [] : [item]))
    const { status, isComplete: complete } = report
    journal.attempt(() => events.emit({ kind: 'halt:carried-out', status, complete, failed }))
    return { ...report, cancelledPermits }
  }
  const begin = (reason: string, maySell: boolean) => {
    underWay = carryOut(reason, maySell).finally(() => {
      underWay = undefined
      ended += 1
    })
    return underWay
  }
  const halt: HaltCarrier['halt'] = (reason) => underWay ?? begin(reason, false)

  return {
    halt,
    async liquidate() {
      // Another may have begun in the same moment: two at once would sell twice, by the same nonces.
      while (underWay) await underWay
      return begin(latch.read()?.reason ?? '', true)
    },
    async adopt(reason) {
      if (latch.trip(reason, clock.wallMs())) seenPaused.note(latch.read()?.sinceWallMs)
      await halt(reason)
    },
    async resume() {
      const halted = latch.read()
      if (halted === undefined) return
      journal.attempt(latch.keep)
      journal.flush()
      cancelPermits()
      if (!seenDisarmed.isOf(halted.sinceWallMs)) await halt(halted.reason)
    },
    prepare: () => void journal.attempt(() => reserve?.hold()),
    get isUnderWay() {
      return underWay !== undefined
    },
    get ended() {
      return ended
    },
  }
}
