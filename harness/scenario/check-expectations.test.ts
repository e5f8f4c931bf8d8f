import { expect, test } from 'vitest'
import { ToolError } from '../../tools/core/errors.ts'
import type { Observation } from '../oracle/observer.ts'
import { unobserved } from '../oracle/observer.ts'
import type { Stage } from '../stage/stage.ts'
import { EMBEDDED_BOOK as book } from '../world/embedded-book.ts'
import { checkExpectations } from './check-expectations.ts'
import type { Expectations } from './expectations.ts'

const stage = {
  book,
  processes: { isDown: true },
  oracle: { readBalancesOf: async () => [1n] },
} as unknown as Stage

/** What is found of a step that came to this. */
async function find(observation: Partial<Observation>, expected: Expectations = {}) {
  const outcome = { observation: { ...unobserved({}), ...observation } }
  const step = { line: 7, title: 'x', action: { kind: 'expect' }, expect: expected } as const
  return checkExpectations(step, outcome, stage, { index: 3, waitedMs: 0 })
}

test('default: a step that came to what is expected breaks nothing', async () => {
  expect(await find({})).toEqual([])
})

test('I52: what the oracle found to be contradicted is found although nothing is expected', async () => {
  const contradiction = { law: 'oracle.actual-is-observed', subject: 'USDC', expected: '1', found: '2' }
  expect(await find({ contradictions: [contradiction, { ...contradiction, found: '3' }] })).toMatchObject([
    {
      law: 'oracle.actual-is-observed',
      message: 'x: USDC: expected 1, found 2',
      expected: '1',
      found: '2',
      step: 3,
      line: 7,
    },
    { found: '3' },
  ])
})

test('I46: what happened in the wrong order is found although nothing is expected', async () => {
  const events = [
    { kind: 'halt:latched', reason: 'owner' },
    { kind: 'tx:sent', hash: '0x1', nonce: 1, permit_id: 'a' },
  ] as const
  expect(await find({ events })).toMatchObject([{ law: 'order.halt-is-final' }])
})

test('behavior: every kind of expectation is looked at, and who denied is told', async () => {
  const error = new ToolError('HALTED', { since: 1 } as never)
  const balances = [{ account: 'cage', token: 'USDC', check: { op: '=', value: 2n } }] as const
  const expected: Expectations = {
    denied: { code: 'PERMIT_EXPIRED' },
    observed: 'unchanged',
    transactions: { op: '=', value: 1n },
    data: { absent: 1 },
    phase: 'thriving',
    balances,
    events: [{ kind: 'halt:cleared', fields: {} }],
    recorded: {},
  }
  const findings = await find({ error }, expected)
  expect(findings.map(({ law }) => law)).toEqual(Object.keys(expected).map((member) => `expect.${member}`))
  for (const finding of findings) expect(finding).toMatchObject({ layer: error.layer, code: 'HALTED' })
})
