import { expect, test } from 'vitest'
import { ToolError } from '../../../tools/core/errors.ts'
import type { Expectations } from '../expectations.ts'
import type { StepOutcome, TogetherOutcome } from '../step/step-outcome.ts'
import { checkEnd } from './check-end.ts'
import type { JudgedStep } from './judged-step.ts'

const judge = async (expected: Expectations, outcome: object) => {
  const found: string[] = []
  const step = { expect: expected, outcome } as unknown as JudgedStep
  await checkEnd(step, (law, _, seen) => {
    found.push(`${law}: ${seen}`)
  })
  return found
}

const problems = (expected: Expectations, together: readonly TogetherOutcome[]) =>
  judge(expected, { observation: {}, together })

const DENIED = [{ title: 'a' }, { title: 'b', code: 'HALTED' }]

test('default: how steps end that run together is left to their order', async () => {
  expect(await problems({ phase: 'thriving' }, DENIED)).toEqual([])
})

test.each<[string, Expectations]>([
  ['allowed', { allowed: true }],
  ['denied with another code', { denials: ['PERMIT_EXPIRED'] }],
])('error: one of those that run together is denied, and %s is expected', async (_, expected) => {
  expect(await problems(expected, DENIED)).toEqual([`expect.${Object.keys(expected)[0]}: b: HALTED`])
})

test.each<[string, Expectations, readonly TogetherOutcome[]]>([
  ['allowed', { allowed: true }, [{ title: 'a' }, { title: 'b' }]],
  ['denied with that code', { denials: ['HALTED'] }, DENIED],
])('behavior: those that run together are %s, as expected', async (_, expected, together) => {
  expect(await problems(expected, together)).toEqual([])
})

const HALTED = new ToolError('HALTED', { since: 1 } as never)
const EXPIRED = new ToolError('PERMIT_EXPIRED', { permitId: '0x' } as never)
const REPORT = { receipt: {} }

type Ended = Omit<StepOutcome, 'observation'> & { readonly observation?: object }

test.each<[string, Expectations, Ended]>([
  ['allowed', { allowed: true }, { observation: {} }],
  ['committed', { committed: true }, { observation: { report: REPORT } }],
  ['denied by that layer', { denied: { layer: 'permit' } }, { observation: { error: EXPIRED } }],
  ['denied with that code', { denied: { code: 'PERMIT_EXPIRED' } }, { observation: { error: EXPIRED } }],
  ['in error', { error: { code: 'PERMIT_EXPIRED' } }, { observation: { error: EXPIRED } }],
  ['of that class', { actionClass: 'rebalance' }, { actionClass: 'rebalance' }],
  ['of that spend', { spend: { op: '<=', value: 5n } }, { spendUsdc: 5n }],
])('default: a step ends %s, as expected', async (_, expected, outcome) => {
  expect(await judge(expected, outcome)).toEqual([])
})

test.each<[string, Expectations, Ended, string]>([
  ['an error where none is expected', {}, { observation: { error: HALTED } }, 'expect.allowed'],
  ['no transaction', { committed: true }, { observation: {} }, 'expect.committed'],
  ['no step that could commit', { committed: true }, {}, 'expect.committed'],
  ['nothing denied', { denied: {} }, { observation: {} }, 'expect.denied'],
  ['another layer', { denied: { layer: 'phase' } }, { observation: { error: EXPIRED } }, 'expect.denied'],
  ['another code', { denied: { code: 'HALTED' } }, { observation: { error: EXPIRED } }, 'expect.denied'],
  [
    'that layer with another code',
    { denied: { layer: 'permit', code: 'PERMIT_UNKNOWN' } },
    { observation: { error: EXPIRED } },
    'expect.denied',
  ],
  ['no error', { error: { code: 'HALTED' } }, { observation: {} }, 'expect.error'],
  ['another error', { error: { code: 'HALTED' } }, { observation: { error: EXPIRED } }, 'expect.error'],
  ['another class', { actionClass: 'rebalance' }, { actionClass: 'new-position' }, 'expect.class'],
  ['no class', { actionClass: 'rebalance' }, { observation: {} }, 'expect.class'],
  ['more spend', { spend: { op: '<=', value: 5n } }, { spendUsdc: 6n }, 'expect.spend'],
  ['no spend', { spend: { op: '<=', value: 5n } }, { observation: {} }, 'expect.spend'],
  ['no others beside it', { denials: ['HALTED'] }, { observation: { error: HALTED } }, 'expect.denials'],
])('error: %s', async (_, expected, outcome, law) => {
  const found = await judge(expected, outcome)
  expect(found.map((problem) => problem.split(':')[0])).toContain(law)
})
