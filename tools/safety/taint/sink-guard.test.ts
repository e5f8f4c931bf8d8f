import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { ToolError } from '../../core/errors.ts'
import { type AssayEvent, createEventBus } from '../../core/events.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { createSecretMatcher } from './secrets.ts'
import { createSinkGuard, guardAudit, guardEvents } from './sink-guard.ts'

const HEX = '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const guard = createSinkGuard(
  createSecretMatcher([
    { label: 'operator key', bytes: Buffer.from(HEX, 'hex') },
    {
      label: 'strategy',
      bytes: Buffer.from('Buy low, sell high, tell nobody.'),
      taint: 'StrategyConfidential',
      isText: true,
    },
  ]),
)

describe('createSinkGuard', () => {
  test('default: what holds no secret is handed on as it is', () => {
    const value = { amount: 5n, list: ['a', null, true] }
    expect(guard.pass('log', value)).toBe(value)
  })

  test('I43: a secret is withheld where it stands, or together with all that tells it', () => {
    expect(guard.pass('report', { a: 'fine', b: [`key ${HEX}`] })).toEqual({ a: 'fine', b: ['[withheld]'] })
    const halves = { kind: 'note', a: HEX.slice(0, 12), b: HEX.slice(12, 24), c: HEX.slice(24) }
    expect(guard.pass('report', halves)).toEqual({
      kind: 'note',
      a: '[withheld]',
      b: '[withheld]',
      c: '[withheld]',
    })
    expect(guard.pass('report', { [HEX]: 1 })).toEqual({ '[withheld]': 1 })
  })

  test('I43: an error whose arguments tell a secret together tells none of them', () => {
    const [subject, expected, found] = [HEX.slice(0, 12), HEX.slice(12, 24), HEX.slice(24, 36)] as const
    const shown = guard.passError(new ToolError('PROVIDERS_DISAGREE', { subject, expected, found }))
    const withheld = '[withheld]'
    expect(shown.args).toEqual({ subject: withheld, expected: withheld, found: withheld })
    expect(shown.message).not.toContain(expected)
  })

  test('I43: what may not go to a sink at all is refused', () => {
    for (const sink of ['model-context', 'calldata', 'rpc-upstream', 'memory-store', 'choice'] as const) {
      expect(() => guard.pass(sink, HEX)).toThrow(
        expect.objectContaining({ code: 'SECRET_AT_SINK', layer: 'taint' }),
      )
    }
    expect(() => guard.pass('nowhere' as 'log', HEX)).toThrow(
      expect.objectContaining({ code: 'SECRET_AT_SINK' }),
    )
  })

  test('I43: of several secrets the strictest decides, wherever it stands', () => {
    const strategy = 'buy low, sell high, tell nobody.'
    for (const text of [`${strategy} ${HEX}`, `${HEX} ${strategy}`]) {
      expect(() => guard.pass('model-context', text)).toThrow(
        expect.objectContaining({ code: 'SECRET_AT_SINK' }),
      )
    }
  })

  test('I43: what withholding does not rid of a secret goes nowhere', () => {
    expect(() => guard.pass('report', { kind: HEX })).toThrow(
      expect.objectContaining({ code: 'SECRET_AT_SINK' }),
    )
  })

  test('I43: names are read as values are, in every notation', () => {
    const codes = [...HEX].map((letter) => letter.charCodeAt(0)).join(',')
    expect(guard.pass('report', { [codes]: 1 })).toEqual({ '[withheld]': 1 })
  })

  test('I43: what caused an error stays behind, though its arguments tell nothing', () => {
    const error = new ToolError('STORE_FAILED', { reason: 'full' }, { cause: new Error(HEX) })
    expect(guard.passError(error)).toMatchObject({ code: 'STORE_FAILED', args: { reason: 'full' } })
    expect(guard.passError(error).cause).toBeUndefined()
  })

  test('behavior: the model may know the strategy, nobody else', () => {
    const text = 'Remember: buy low, sell high, tell nobody.'
    expect(guard.pass('model-context', text)).toBe(text)
    expect(guard.pass('event-bus', text)).toBe('[withheld]')
    expect(() => guard.pass('calldata', text)).toThrow()
  })
})

test('I43: events and audit entries pass the guard', () => {
  const seen: AssayEvent[] = []
  const bus = guardEvents(createEventBus(), guard)
  bus.subscribe((event) => seen.push(event))
  bus.emit({ kind: 'halt:latched', reason: `leak ${HEX}` })
  bus.emit({ kind: 'phase:change', from: HEX, to: 'cautious', epoch: 1 })
  // What cannot be made fit is not sent.
  bus.emit({ kind: HEX } as never)
  expect(seen).toEqual([
    { kind: 'halt:latched', reason: '[withheld]' },
    { kind: 'phase:change', from: '[withheld]', to: 'cautious', epoch: 1 },
  ])
  const store = guardAudit(createSafetyStore(openSafetyDatabase(':memory:')), guard)
  store.appendAudit('halt', { reason: `leak ${HEX}`, wallMs: 1 })
  expect(store.readAudit(1, 1)).toMatchObject([{ body: '{"reason":"[withheld]","wallMs":1}' }])
  expect(store.verifyAudit().ok).toBe(true)
})
