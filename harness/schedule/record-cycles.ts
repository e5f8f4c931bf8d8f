import type { AssayEvent } from '../../tools/core/events.ts'
import type { RecordAction, RecordCycle, RecordSpeculation } from '../record/record.ts'

/** What an outcome is looked at again for that the harness saw to be another one than the stack reports. */
const CONTRADICTED = 'contradicted'

/** Collect what became of actions, of each the last that was said; the oracle may have seen something else. */
export function actionsOf(events: readonly AssayEvent[], isContradicted: boolean): readonly RecordAction[] {
  const actions: RecordAction[] = []
  for (const event of events) {
    if (event.kind !== 'action:recorded') continue
    const action = toAction(event, isContradicted)
    const index = actions.findIndex(({ permitId }) => permitId !== undefined && permitId === action.permitId)
    if (index >= 0) actions[index] = action
    else actions.push(action)
  }
  return actions
}

function toAction(
  event: AssayEvent & { readonly kind: 'action:recorded' },
  isContradicted: boolean,
): RecordAction {
  const { tool_name: tool, permit_id: permitId, tx_hash: transactionHash, block_reason: reason } = event
  const { gas_usdc: gasUsdc, pnl_usdc: pnlUsdc, verified, expected, actual } = event
  const replay = isContradicted && event.status === 'executed' ? CONTRADICTED : event.replay
  return {
    tick: event.tick,
    actionType: event.action_type,
    status: event.status,
    ...(tool === undefined ? {} : { tool }),
    ...(permitId === undefined ? {} : { permitId }),
    ...(transactionHash === undefined ? {} : { transactionHash }),
    ...(reason === undefined ? {} : { reason }),
    ...(gasUsdc === undefined ? {} : { gasUsdc }),
    ...(pnlUsdc === undefined ? {} : { pnlUsdc }),
    ...(verified === undefined ? {} : { verified }),
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
    ...(replay === undefined ? {} : { replay }),
  }
}

/** Sum what came of reading ahead of the model; undefined where nothing was. */
export function speculationOf(events: readonly AssayEvent[]): RecordSpeculation | undefined {
  const ended = events.filter((event) => event.kind === 'speculation:ended')
  if (ended.length === 0) return undefined
  const sum = (member: 'reads' | 'hits' | 'read_ahead' | 'requests') =>
    ended.reduce((total, event) => total + event[member], 0)
  return {
    reads: sum('reads'),
    hits: sum('hits'),
    readAhead: sum('read_ahead'),
    requests: sum('requests'),
  }
}

/** Collect the decision cycles that came to their end. */
export const cyclesOf = (events: readonly AssayEvent[]): readonly RecordCycle[] =>
  events.flatMap((event) =>
    event.kind === 'cycle:recorded'
      ? [{ tick: event.tick, isDurable: event.is_durable, record: event.record }]
      : [],
  )
