import type { Hex } from 'viem'
import type { AssayEvent } from '../../core/events.ts'
import { usd } from './conclude-action.ts'
import type { ActionRecord, Counts, CycleSteps, UsdAmount } from './cycle-record.ts'

type Counter = { [name: string]: number }
const count = (counter: Counter, name: string) => {
  counter[name] = (counter[name] ?? 0) + 1
}

/** Counts what the events of one tick contribute to the steps of its cycle. */
export interface StepCounter {
  note(event: AssayEvent): void
  /** An action kind, or a tool by itself, was asked for. */
  noteAsked(actionType: string): void
  /** The steps, with what became of the actions of the tick. */
  conclude(actions: readonly ActionRecord[]): CycleSteps
}

/** Create the counter of one tick; `isRead` tells the tier of a tool. */
export function createStepCounter(isRead: (tool: string) => boolean): StepCounter {
  const reads: Counter = {}
  const plans: Counter = {}
  const failed = { reads: 0, plans: 0 }
  const searches: Counter = {}
  const asked: Counter = {}
  const verdicts: Counter = {}
  const denials: Counter = {}
  const refusals: Counter = {}
  const permits: Counter = {}
  const phases: string[] = []
  let directives = 0
  const noteCall = (piTool: string, outcome: 'ok' | 'error', code = '') => {
    if (piTool === 'search_context' || piTool === 'query_grimoire') count(searches, piTool)
    if (outcome === 'error') count(refusals, code)
    else if (piTool === 'update_directive') directives += 1
  }
  return {
    note(event) {
      switch (event.kind) {
        case 'tool:start':
          return count(isRead(event.tool_name) ? reads : plans, event.tool_name)
        case 'tool:error':
          failed[isRead(event.tool_name) ? 'reads' : 'plans'] += 1
          return
        case 'ToolCallAttempt':
          return noteCall(event.pi_tool, event.outcome, event.error_code)
        case 'hook:verdict':
          return count(verdicts, event.verdict)
        case 'denied':
          return count(denials, `${event.layer}/${event.code}`)
        case 'phase:change':
          phases.push(event.to)
          return
        case 'permit:state':
          return count(permits, event.to)
      }
    },
    noteAsked: (actionType) => count(asked, actionType),
    conclude: (actions) => ({
      observe: { reads, failed: failed.reads },
      retrieve: { searches },
      analyze: { asked },
      gate: { verdicts, denials, refusals, phases },
      simulate: { plans, failed: failed.plans },
      validate: { permits },
      ...sumActions(actions),
      reflect: { replay: toReplay(actions), directives },
    }),
  }
}

const toReplay = (actions: readonly ActionRecord[]): readonly Hex[] =>
  actions.flatMap(({ permitId, outcome }) => (permitId !== null && outcome?.replay ? [permitId] : []))

function sumActions(actions: readonly ActionRecord[]): Pick<CycleSteps, 'execute' | 'verify'> {
  const statuses: Counter = {}
  for (const { status } of actions) count(statuses, status)
  const outcomes = actions.flatMap(({ outcome }) => outcome ?? [])
  const verified = outcomes.filter((outcome) => outcome.verified).length
  return {
    execute: { statuses: statuses satisfies Counts, gasCost: sumKnown(actions.map(gasOf)) },
    verify: { verified, unverified: outcomes.length - verified, pnlImpact: sumKnown(actions.map(pnlOf)) },
  }
}

/** What an action paid for gas, USDC base units; null where nobody knows. What waits, or was never sent, has paid nothing. */
const gasOf = ({ gasCost, status, txHash }: ActionRecord): bigint | null => {
  if (gasCost !== null) return gasCost.baseUnits
  return txHash === null || status === 'deferred' ? 0n : null
}

/** What an action brought, gas included; one without an outcome has cost its gas alone. */
const pnlOf = (action: ActionRecord): bigint | null => {
  if (action.outcome) return action.outcome.pnlImpact?.baseUnits ?? null
  const gas = gasOf(action)
  return gas === null ? null : -gas
}

/** Sum amounts; null once one of them is not known. */
const sumKnown = (amounts: readonly (bigint | null)[]): UsdAmount | null => {
  const known = amounts.filter((amount) => amount !== null)
  return known.length < amounts.length ? null : usd(known.reduce((sum, amount) => sum + amount, 0n))
}
