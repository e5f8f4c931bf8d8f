import { expect, test } from 'vitest'
import type { Expectations } from '../expectations.ts'
import type { TogetherOutcome } from '../step/step-outcome.ts'
import { checkEnd } from './check-end.ts'
import type { JudgedStep } from './judged-step.ts'

const problems = async (expected: Expectations, together: readonly TogetherOutcome[]) => {
  const found: string[] = []
  const step = { expect: expected, outcome: { observation: {}, together } } as unknown as JudgedStep
  await checkEnd(step, (law, _, seen) => {
    found.push(`${law}: ${seen}`)
  })
  return found
}

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
