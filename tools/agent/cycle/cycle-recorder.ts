import type { Hex } from 'viem'
import { attempt } from '../../core/attempt.ts'
import type { Clock } from '../../core/clock.ts'
import type { ToolError } from '../../core/errors.ts'
import type { AssayEvent, EventBus } from '../../core/events.ts'
import { toJson } from '../../core/json.ts'
import { toToolError } from '../../core/runner.ts'
import type { Reconciled } from '../../safety/permit/reconcile-permit.ts'
import type { Settled } from '../../safety/permit/settlement.ts'
import type { Safety } from '../../safety/safety.ts'
import type { SafetyStore } from '../../safety/store/store.ts'
import type { Reviewed } from '../committed.ts'
import { type ConcludeDeps, concludeAction, outcomeNotKnown } from './conclude-action.ts'
import { createStepCounter, type StepCounter } from './count-steps.ts'
import { type ActionRecord, CYCLE_SCHEMA_VERSION, type DecisionCycleRecord } from './cycle-record.ts'

/**
 * Most actions that the record of one tick holds without being carried out: asking again and again must not fill the disk,
 * nor take what was carried out from its place.
 */
const MAX_ACTIONS = 64

/** An action kind that is asked for by no name of its own. */
export const UNKNOWN_ACTION = 'unknown'

/** Keeps what became of each action, and the record of each tick. */
export interface CycleRecorder {
  /** Follow a preview to its permit or its refusal; the tool is told once it is found. */
  preview<Permit extends { readonly permitId: Hex }>(
    actionType: string,
    body: (found: (tool: string) => void) => Promise<Permit>,
  ): Promise<Permit>
  /** Follow a commit; what was carried out is kept when its permit is settled. */
  commit<T>(permitId: Hex, body: () => Promise<T>): Promise<T>
  /** A permit that was used up came to its end, by its commit or because it was taken up again. */
  settled(settled: Settled): void
  /** A settled action was judged anew after a reorganisation. */
  reviewed(reviewed: Pick<Reviewed, 'permitId' | 'verdict'> & Pick<Reconciled, 'body'>): void
  /** End the running tick if the clock says that another one has begun. */
  turnTick(): void
  /** End the running tick: write its record, if there is anything in it. */
  endTick(): void
}

interface Running {
  readonly tick: number
  readonly startedWallMs: number
  readonly counter: StepCounter
  readonly actions: ActionRecord[]
  /** Actions beyond those that are kept, by their permit where they have one. */
  readonly omitted: Set<Hex | ActionRecord>
  isEmpty: boolean
}

/**
 * Create the recorder over the event fabric. What was carried out goes into the audit log at once, the record of a tick
 * when another one begins or {@link CycleRecorder.endTick} says so: what a crash takes of a tick is what was not carried
 * out.
 */
export function createCycleRecorder(
  deps: ConcludeDeps & {
    readonly events: EventBus
    readonly clock: Pick<Clock, 'tick' | 'wallMs'>
    readonly store: Pick<SafetyStore, 'appendAudit'>
    readonly safety: Pick<Safety, 'describePermit' | 'view'>
    /** Whether a tool only reads. */
    readonly isRead: (tool: string) => boolean
  },
): CycleRecorder {
  const { events, clock, safety } = deps
  // What a store that fails cannot tell is not known.
  const describePermit: Safety['describePermit'] = (permitId) =>
    attempt(() => safety.describePermit(permitId))
  const begin = (): Running => ({
    tick: clock.tick(),
    startedWallMs: clock.wallMs(),
    counter: createStepCounter(deps.isRead),
    actions: [],
    omitted: new Set(),
    isEmpty: true,
  })
  let running = begin()
  /** A record is of no use to what the stack decides: a store that fails, or is closed, takes none and changes nothing. */
  const keep = (kind: string, body: unknown): boolean => {
    try {
      deps.store.appendAudit(kind, body)
      return true
    } catch {
      return false
    }
  }
  const endTick = () => {
    const ended = running
    running = begin()
    if (ended.isEmpty) return
    const record = writeRecord(ended, { ...deps, describePermit })
    const isDurable = keep('cycle', record)
    events.emit({ kind: 'cycle:recorded', tick: ended.tick, is_durable: isDurable, record: toJson(record) })
  }
  const turnTick = () => {
    if (running.tick !== clock.tick()) endTick()
  }
  const current = (): Running => {
    turnTick()
    running.isEmpty = false
    return running
  }
  const note = (action: ActionRecord) => {
    const { actions, omitted, tick } = current()
    const index = actions.findIndex(({ permitId }) => permitId !== null && permitId === action.permitId)
    if (index >= 0) actions[index] = action
    else if (actions.length < MAX_ACTIONS || reachedChain(action)) {
      actions.push(action)
      if (action.permitId !== null) omitted.delete(action.permitId)
    } else omitted.add(action.permitId ?? action)
    return { tick }
  }
  const announce = (action: ActionRecord) => {
    const { tick } = note(action)
    events.emit(toEvent(action, tick))
  }
  const find = (permitId: Hex) => current().actions.find((action) => action.permitId === permitId)
  const identify = (permitId: Hex): ActionRecord => {
    const known = find(permitId)
    if (known) return known
    const permit = describePermit(permitId)
    return {
      ...NOTHING_YET,
      permitId,
      actionType: permit?.actionKind ?? UNKNOWN_ACTION,
      toolName: permit?.tool ?? null,
    }
  }

  events.subscribe((event) => {
    if (!OWN.includes(event.kind)) current().counter.note(event)
  })
  return {
    async preview(actionType, body) {
      const asked = { ...NOTHING_YET, actionType }
      let toolName: string | null = null
      current().counter.noteAsked(actionType)
      try {
        const permit = await body((tool) => {
          toolName = tool
        })
        note({ ...asked, toolName, permitId: permit.permitId })
        return permit
      } catch (cause) {
        const { layer, code } = toToolError(toolName ?? actionType, cause)
        announce({ ...asked, toolName, status: 'blocked', blockReason: `${layer}/${code}` })
        throw cause
      }
    },
    async commit(permitId, body) {
      try {
        return await body()
      } catch (cause) {
        const action = identify(permitId)
        if (action.status !== 'executed')
          announce(refuse(action, permitId, toToolError('commit', cause), describePermit))
        throw cause
      }
    },
    settled(settled) {
      const { actionType } = identify(settled.row.permitId)
      const action = { actionType, ...concludeAction(settled, deps) }
      keep('action', { tick: clock.tick(), ...action })
      announce(action)
    },
    reviewed({ permitId, verdict, body }) {
      if (verdict === 'as-expected' || verdict === 'open') return
      const action = identify(permitId)
      const revised: ActionRecord = {
        ...action,
        status: verdict === 'undone' ? 'blocked' : 'executed',
        blockReason: verdict === 'undone' ? 'reorganised' : action.blockReason,
        // What it paid and came to was that of a block which is no more.
        gasCost: null,
        outcome: body ? { ...outcomeNotKnown(body, deps), replay: 'reorganised' } : null,
      }
      keep('action', { tick: clock.tick(), ...revised })
      announce(revised)
    },
    turnTick,
    endTick,
  }
}

/** What the recorder says itself, which is no part of what it records. */
const OWN: readonly AssayEvent['kind'][] = ['action:recorded', 'cycle:recorded', 'speculation:ended']

/** An action of which nothing has become yet. */
const NOTHING_YET = {
  toolName: null,
  permitId: null,
  txHash: null,
  status: 'deferred',
  blockReason: null,
  gasCost: null,
  outcome: null,
} as const

/** Whether an action was carried out, or may yet be by what was sent. */
const reachedChain = ({ status, txHash }: ActionRecord) => status === 'executed' || txHash !== null

/** What was sent and is not settled, or waits still, is left to a later tick; anything else that a commit is refused for blocks it. */
function refuse(
  action: ActionRecord,
  permitId: Hex,
  { layer, code, args }: ToolError,
  describePermit: Safety['describePermit'],
): ActionRecord {
  const isOpen = describePermit(permitId)?.state === 'committing'
  const isWaiting = isOpen || code === 'PERMIT_ANNOUNCED'
  const txHash = isOpen && typeof args.hash === 'string' ? (args.hash as Hex) : action.txHash
  return { ...action, txHash, status: isWaiting ? 'deferred' : 'blocked', blockReason: `${layer}/${code}` }
}

function writeRecord(
  { tick, startedWallMs, counter, actions, omitted }: Running,
  deps: Parameters<typeof createCycleRecorder>[0] & Pick<Safety, 'describePermit'>,
): DecisionCycleRecord {
  const { safety, clock } = deps
  const ended = actions.map((action) => endPermit(action, deps))
  return {
    schemaVersion: CYCLE_SCHEMA_VERSION,
    tick,
    account: deps.account,
    startedWallMs,
    endedWallMs: clock.wallMs(),
    phase: attempt(() => safety.view.phase().phase) ?? 'unknown',
    steps: counter.conclude(ended),
    actions: ended,
    omitted: omitted.size,
  }
}

/** A permit that was given up, or whose time was over, is not left to a later tick. */
function endPermit(action: ActionRecord, { describePermit }: Pick<Safety, 'describePermit'>): ActionRecord {
  if (action.status !== 'deferred' || action.permitId === null) return action
  const state = describePermit(action.permitId)?.state
  const isOver = state === 'cancelled' || state === 'expired' || state === 'failed'
  return isOver ? { ...action, status: 'blocked', blockReason: state } : action
}

const toEvent = (action: ActionRecord, tick: number): AssayEvent => {
  const { outcome, gasCost } = action
  const pnl = outcome?.pnlImpact
  return {
    kind: 'action:recorded',
    tick,
    action_type: action.actionType,
    status: action.status,
    ...(action.toolName === null ? {} : { tool_name: action.toolName }),
    ...(action.permitId === null ? {} : { permit_id: action.permitId }),
    ...(action.txHash === null ? {} : { tx_hash: action.txHash }),
    ...(action.blockReason === null ? {} : { block_reason: action.blockReason }),
    ...(gasCost ? { gas_usdc: gasCost.baseUnits.toString() } : {}),
    ...(pnl ? { pnl_usdc: pnl.baseUnits.toString() } : {}),
    ...(outcome
      ? {
          verified: outcome.verified,
          expected: outcome.expectedText,
          actual: outcome.actualText,
          ...(outcome.replay ? { replay: outcome.replay } : {}),
        }
      : {}),
  }
}
