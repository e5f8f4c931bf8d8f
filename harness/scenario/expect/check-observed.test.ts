import { expect, test } from 'vitest'
import type { Expectations } from '../expectations.ts'
import { checkObserved } from './check-observed.ts'
import type { JudgedStep } from './judged-step.ts'

const problems = async (observed: Expectations['observed'], observation?: object) => {
  const found: string[] = []
  const step = { expect: { observed }, outcome: { ...(observation && { observation }) } } as JudgedStep
  await checkObserved(step, (law, expected) => {
    found.push(`${law}: ${expected}`)
  })
  return found
}

test('default: no change is expected, and none observed', async () => {
  expect(await problems('unchanged', { observed: [] })).toEqual([])
})

test.each<[string, Expectations['observed']]>([
  ['no change', 'unchanged'],
  ['a change', new Map([['USDC', { op: '<=', value: 0n }]])],
])('error: %s is expected where nothing was looked at', async (_, observed) => {
  expect(await problems(observed)).toEqual(['expect.observed: a step that is observed'])
})

test('behavior: a step that is not observed need not be', async () => {
  expect(await problems(undefined)).toEqual([])
})
