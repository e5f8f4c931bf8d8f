import { expect, test } from 'vitest'
import type { RecordState, RecordStep } from '../../../harness/record/record.ts'
import { viewCourse } from './course-view.ts'

const at = (timestampSeconds: string, usdc?: string): RecordState => ({
  timestampSeconds,
  ...(usdc === undefined
    ? {}
    : { balances: [{ symbol: 'USDC', decimals: 6, token: '0x1', baseUnits: usdc }] }),
})
const step = (index: number, states: Pick<RecordStep, 'before' | 'after' | 'chain'>): RecordStep =>
  ({ index, verdict: 'passed', phase: 'thriving', hooks: [], ...states }) as unknown as RecordStep
const show = (steps: readonly RecordStep[]) =>
  viewCourse(steps)?.series.map(({ name, values }) => [name, ...values.map((value) => value?.text)])

test('behavior: each of two chains has balances and a time of its own', () => {
  const steps = [
    step(0, { before: at('100', '5000000'), after: at('101', '4000000') }),
    step(1, { chain: 'base', before: at('500', '9000000'), after: at('500') }),
    step(2, { after: at('103') }),
    step(3, { chain: 'base', after: at('507', '8000000') }),
  ]
  expect(show(steps)).toEqual([
    ['Chain time', '+1 s', '+1 s', '+3 s', '+3 s'],
    ['Chain time on base', undefined, '+0 s', '+0 s', '+7 s'],
    ['Balance of USDC on base', undefined, '9', '9', '8'],
  ])
})

test('behavior: of more steps than a table can hold it says how many there are', () => {
  const steps = Array.from({ length: 70 }, (_, index) => step(index, { after: at(String(index)) }))
  expect(viewCourse(steps)).toMatchObject({ of: 70, steps: { length: 60 } })
  expect(viewCourse(steps.slice(0, 60))).not.toHaveProperty('of')
})
