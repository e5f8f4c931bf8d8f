import { attempt } from '../../core/attempt.ts'
import { deepFreeze } from '../../core/deep-freeze.ts'
import { ToolError } from '../../core/errors.ts'
import { toCanonicalJson } from '../../core/json.ts'
import { toPlainData } from '../../core/schema.ts'
import type { Agent } from '../agent.ts'
import { HALTING } from '../tick-budget.ts'

/** How far a call has come: each stage is reached from the one before it alone. */
type Stage = 'begun' | 'prepared' | 'approved' | 'claimed' | 'ended'

interface Call {
  readonly tool: string
  /** The arguments as the model gave them; undefined for what is no plain data. */
  readonly given: string | undefined
  stage: Stage
  /** What the tool makes of them. */
  prepared?: string
  error?: ToolError
  /** Whether the attempt was announced, as every call is exactly once. */
  isAnnounced: boolean
}

/**
 * Follows each call of one session from the model to its tool. A tool acts only on what the model gave, the tool's own
 * preparation accepted and the safety extension approved last; whatever is missing or different in between denies.
 */
export interface CallLedger {
  /** Whether the model ended this session by `emergency_halt`. */
  readonly isOver: boolean
  /** Whether the model may go on with this turn: neither is the session over nor the budget of its tick used up. */
  readonly mayGoOn: boolean
  /** A prompt begins: whether anything is used up, its calls tell. */
  open(): void
  /** A call begins. */
  begin(id: string, tool: string, args: unknown): void
  /** Prepare the arguments of the call that just began. @throws ToolError */
  prepare(tool: string, args: unknown, prepare: (args: unknown) => unknown): unknown
  /** Approve and freeze what a tool is about to get; answers why not. */
  approve(id: string, tool: string, input: unknown): ToolError | undefined
  /** Use an approval up. @throws ToolError CALL_NOT_APPROVED, CALL_ALTERED */
  claim(id: string, tool: string, params: unknown): void
  /** Keep the error of a call that was carried out. */
  fail(id: string, error: ToolError): void
  /** A call ends; answers the error that it ended with. */
  end(id: string, isError: boolean, text: string): ToolError | undefined
}

/** Create the ledger of one session. */
export function createCallLedger(
  agent: Pick<Agent, 'budget' | 'turnAway' | 'unknownTool' | 'piTools'>,
): CallLedger {
  const calls = new Map<string, Call>()
  let latest: Call | undefined
  let isOver = false
  let isUsedUp = false
  const names = new Set<string>(agent.piTools.map(({ name }) => name))
  const canonical = (args: unknown) => toCanonicalJson(toPlainData(args))
  const turnAway = (call: Call, cause: unknown, args: unknown) => {
    const error = agent.turnAway(call.tool, args, cause)
    call.error ??= error
    call.isAnnounced = true
    return call.error
  }
  const admit = (tool: string, isRepeated: boolean) => {
    if (isOver && tool !== HALTING) throw new ToolError('SESSION_OVER', { tool })
    isUsedUp = true
    // What is turned away halts nothing, and costs like any other call.
    agent.budget.take(isRepeated ? 'a repeated call' : tool)
    isUsedUp = false
    // An id that was used before names no other call.
    if (isRepeated) throw new ToolError('CALL_NOT_APPROVED', { tool })
  }
  return {
    get isOver() {
      return isOver
    },
    get mayGoOn() {
      return !isOver && !isUsedUp
    },
    open() {
      isUsedUp = false
    },
    begin(id, tool, args) {
      const call: Call = { tool, given: attempt(() => canonical(args)), stage: 'begun', isAnnounced: false }
      const isRepeated = calls.has(id)
      latest = isRepeated ? undefined : call
      if (!isRepeated) calls.set(id, call)
      try {
        admit(tool, isRepeated)
      } catch (cause) {
        turnAway(call, cause, args)
      }
    },
    prepare(tool, args, prepare) {
      const call = latest
      latest = undefined
      if (call?.tool !== tool || call.stage !== 'begun') throw new ToolError('CALL_NOT_APPROVED', { tool })
      if (call.error) throw call.error
      try {
        const prepared = prepare(args)
        if (canonical(args) !== call.given) throw new ToolError('CALL_ALTERED', { tool })
        call.prepared = canonical(prepared)
        call.stage = 'prepared'
        return prepared
      } catch (cause) {
        throw turnAway(call, cause, args)
      }
    },
    approve(id, tool, input) {
      const call = calls.get(id)
      if (call === undefined) return new ToolError('CALL_NOT_APPROVED', { tool })
      if (call.error) return call.error
      try {
        if (!names.has(tool)) throw agent.unknownTool(tool)
        if (call.tool !== tool || call.stage !== 'prepared')
          throw new ToolError('CALL_NOT_APPROVED', { tool })
        // Pi's own validation coerces, and other extensions may have changed what is about to be used.
        if (canonical(input) !== call.prepared) throw new ToolError('CALL_ALTERED', { tool })
      } catch (cause) {
        return turnAway(call, cause, input)
      }
      deepFreeze(input)
      call.stage = 'approved'
      return undefined
    },
    claim(id, tool, params) {
      const call = calls.get(id)
      if (call === undefined) throw new ToolError('CALL_NOT_APPROVED', { tool })
      try {
        if (call.tool !== tool || call.stage !== 'approved')
          throw new ToolError('CALL_NOT_APPROVED', { tool })
        if (canonical(params) !== call.prepared) throw new ToolError('CALL_ALTERED', { tool })
      } catch (cause) {
        throw turnAway(call, cause, params)
      }
      call.stage = 'claimed'
      call.isAnnounced = true
    },
    fail(id, error) {
      const call = calls.get(id)
      if (call) call.error = error
    },
    end(id, isError, text) {
      const call = calls.get(id)
      if (call === undefined) return isError ? new ToolError('CALL_NOT_APPROVED', { tool: id }) : undefined
      const wasClaimed = call.stage === 'claimed'
      call.stage = 'ended'
      if (!call.isAnnounced) {
        const { tool } = call
        const cause = names.has(tool)
          ? new ToolError('CALL_BLOCKED', { tool, reason: text })
          : agent.unknownTool(tool)
        turnAway(
          call,
          cause,
          attempt(() => JSON.parse(call.given ?? 'null')),
        )
      }
      if (call.tool === HALTING && wasClaimed && call.error === undefined) isOver = true
      if (call.error === undefined && isError) {
        call.error = new ToolError('CALL_BLOCKED', { tool: call.tool, reason: text })
      }
      return call.error
    },
  }
}
