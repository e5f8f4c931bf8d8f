import { describe, expect, test } from 'vitest'
import { ToolError } from '../../core/errors.ts'
import { createTickBudget, HALTING } from '../tick-budget.ts'
import { createCallLedger } from './call-ledger.ts'

const TOOL = 'commit_action'
const ARGS = { permitId: '0x01' }

/** A ledger over one tool; what is turned away is counted. */
function openLedger(take: (tool: string) => void = () => undefined) {
  const turnedAway: string[] = []
  const ledger = createCallLedger({
    piTools: [{ name: TOOL }] as never,
    budget: { remainingMs: () => 1, take },
    turnAway(_, __, cause) {
      turnedAway.push((cause as ToolError).code)
      return cause as ToolError
    },
    unknownTool: (tool) => new ToolError('TOOL_NOT_AVAILABLE', { tool, profile: 'trader', suggestion: '' }),
  })
  return { ledger, turnedAway }
}

const codeOf = (body: () => unknown): string | undefined => {
  try {
    return (body() as ToolError | undefined)?.code
  } catch (cause) {
    return (cause as ToolError).code
  }
}

/** Take a call as far as it goes before it is approved. */
function prepared() {
  const opened = openLedger()
  opened.ledger.begin('1', TOOL, ARGS)
  opened.ledger.prepare(TOOL, ARGS, (args) => args)
  return opened
}

describe('createCallLedger', () => {
  test('default: what the model gave is prepared, approved and claimed, once', () => {
    const { ledger } = prepared()
    const input = structuredClone(ARGS)
    expect(ledger.approve('1', TOOL, input)).toBeUndefined()
    expect(Object.isFrozen(input)).toBe(true)
    ledger.claim('1', TOOL, input)
    expect(ledger.end('1', false, '')).toBeUndefined()
    expect(codeOf(() => ledger.claim('1', TOOL, input))).toBe('CALL_NOT_APPROVED')
  })

  test('error: CALL_ALTERED for what differs before the approval, and after it', () => {
    const before = prepared()
    expect(codeOf(() => before.ledger.approve('1', TOOL, { permitId: '0x02' }))).toBe('CALL_ALTERED')
    const after = prepared()
    after.ledger.approve('1', TOOL, structuredClone(ARGS))
    expect(codeOf(() => after.ledger.claim('1', TOOL, { permitId: '0x02' }))).toBe('CALL_ALTERED')
    expect([...before.turnedAway, ...after.turnedAway]).toEqual(['CALL_ALTERED', 'CALL_ALTERED'])
  })

  test('error: CALL_ALTERED for what is prepared and is not what the model gave', () => {
    const another = openLedger()
    another.ledger.begin('1', TOOL, ARGS)
    expect(codeOf(() => another.ledger.prepare(TOOL, { permitId: '0x02' }, (args) => args))).toBe(
      'CALL_ALTERED',
    )
    const writing = openLedger()
    const given = structuredClone(ARGS)
    writing.ledger.begin('1', TOOL, given)
    const write = (args: unknown) => Object.assign(args as object, { permitId: '0x02' })
    expect(codeOf(() => writing.ledger.prepare(TOOL, given, write))).toBe('CALL_ALTERED')
    expect([...another.turnedAway, ...writing.turnedAway]).toEqual(['CALL_ALTERED', 'CALL_ALTERED'])
  })

  test('error: CALL_NOT_APPROVED for a stage that was left out, another tool or another call', () => {
    const { ledger } = openLedger()
    expect(codeOf(() => ledger.prepare(TOOL, ARGS, (args) => args))).toBe('CALL_NOT_APPROVED')
    expect(codeOf(() => ledger.approve('1', TOOL, ARGS))).toBe('CALL_NOT_APPROVED')
    ledger.begin('1', TOOL, ARGS)
    expect(codeOf(() => ledger.claim('1', TOOL, ARGS))).toBe('CALL_NOT_APPROVED')
    ledger.begin('2', TOOL, ARGS)
    expect(codeOf(() => ledger.approve('2', TOOL, ARGS))).toBe('CALL_NOT_APPROVED')
    const other = prepared().ledger
    other.approve('1', TOOL, structuredClone(ARGS))
    expect(codeOf(() => other.claim('2', TOOL, ARGS))).toBe('CALL_NOT_APPROVED')
    expect(codeOf(() => other.claim('1', 'cancel_action', ARGS))).toBe('CALL_NOT_APPROVED')
  })

  test('error: CALL_NOT_APPROVED for an id that was used before', () => {
    const { ledger, turnedAway } = prepared()
    ledger.begin('1', TOOL, { permitId: '0x02' })
    expect(turnedAway).toEqual(['CALL_NOT_APPROVED'])
    expect(codeOf(() => ledger.prepare(TOOL, { permitId: '0x02' }, (args) => args))).toBe('CALL_NOT_APPROVED')
    expect(codeOf(() => ledger.approve('1', TOOL, { permitId: '0x02' }))).toBe('CALL_ALTERED')
  })

  test.each([
    TOOL,
    HALTING,
  ])('behavior: %s with an id that was used before costs as much as any call', (tool) => {
    const clock = { tick: () => 1, wallMs: () => 0, setTimer: () => () => undefined }
    const { ledger, turnedAway } = openLedger(createTickBudget({ maxCalls: 3, maxMs: 1_000 }, clock).take)
    ledger.begin('1', TOOL, ARGS)
    ledger.begin('1', tool, ARGS)
    ledger.begin('1', tool, ARGS)
    expect(ledger.mayGoOn).toBe(true)
    ledger.begin('1', tool, ARGS)
    expect(ledger.mayGoOn).toBe(false)
    expect(turnedAway).toEqual(['CALL_NOT_APPROVED', 'CALL_NOT_APPROVED', 'TICK_CALLS_USED_UP'])
    ledger.begin('2', HALTING, {})
    expect(codeOf(() => ledger.prepare(HALTING, {}, (args) => args))).toBeUndefined()
  })

  test('error: TOOL_NOT_AVAILABLE for a tool of another, however far it came', () => {
    const { ledger } = openLedger()
    ledger.begin('1', 'foreign', ARGS)
    ledger.prepare('foreign', ARGS, (args) => args)
    expect(codeOf(() => ledger.approve('1', 'foreign', ARGS))).toBe('TOOL_NOT_AVAILABLE')
  })
})
