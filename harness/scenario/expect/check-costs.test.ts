import { expect, test } from 'vitest'
import type { StepCosts } from '../../oracle/step-costs.ts'
import type { Expectations } from '../expectations.ts'
import { checkCosts } from './check-costs.ts'
import type { JudgedStep } from './judged-step.ts'

const COSTS: StepCosts = { gasUsed: 21_000n, feeWei: 5n, transactions: 1n }

/** What is found in place of what is expected of a step that cost so much. */
async function problems(expected: Expectations, errorBps?: number) {
  const found: string[] = []
  const observation = errorBps === undefined ? {} : { outcome: { errorBps } }
  const step = {
    expect: expected,
    outcome: { observation },
    waitedMs: 100,
    costs: COSTS,
  } as unknown as JudgedStep
  await checkCosts(step, (law, _, seen) => {
    found.push(`${law}: ${seen}`)
  })
  return found
}

test('default: a step cost as much as is expected', async () => {
  const most: Expectations = {
    gas: { op: '=', value: 21_000n },
    fee: { op: '<=', value: 5n },
    transactions: { op: '=', value: 1n },
    errorBps: 30,
    waitedMs: 100,
  }
  expect(await problems(most, 30)).toEqual([])
})

test.each<[string, Expectations, string]>([
  ['gas', { gas: { op: '<', value: 21_000n } }, 'expect.gas: 21000'],
  ['fee', { fee: { op: '=', value: 6n } }, 'expect.fee: 0.000000000000000005 ETH'],
  ['number of transactions', { transactions: { op: '=', value: 2n } }, 'expect.transactions: 1'],
  ['error', { errorBps: 30 }, 'expect.errorBps: 31'],
  ['wait', { waitedMs: 99 }, 'expect.waited: 100'],
])('error: another %s', async (_, expected, problem) => {
  expect(await problems(expected, 31)).toEqual([problem])
})

test('error: what was never written has no error', async () => {
  expect(await problems({ errorBps: 10_000 })).toEqual(['expect.errorBps: no committed write'])
})
