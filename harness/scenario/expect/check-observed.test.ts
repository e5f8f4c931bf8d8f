import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { unobserved } from '../../oracle/observer.ts'
import { ACTORS } from '../../world/actors.ts'
import { EMBEDDED_BOOK as book } from '../../world/embedded-book.ts'
import type { Expectations } from '../expectations.ts'
import { checkObserved } from './check-observed.ts'
import type { JudgedStep } from './judged-step.ts'

const [USDC, WETH] = ['USDC', 'WETH'].map(
  (name) => book.tokens.find(({ symbol }) => symbol === name)?.address,
) as [Address, Address]

const problems = async (observed: Expectations['observed'], observation?: object) => {
  const found: string[] = []
  const stage = { book, names: { tokenOf: () => undefined } }
  const step = {
    expect: { observed },
    outcome: { ...(observation && { observation }) },
    stage,
  } as unknown as JudgedStep
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
  const nothing = ['expect.observed: a step that is observed']
  expect(await problems(observed)).toEqual(nothing)
  expect(await problems(observed, unobserved({}))).toEqual(nothing)
})

const changed = (token: Address, deltaBaseUnits: bigint) => ({
  token,
  account: ACTORS.recipient.address,
  deltaBaseUnits,
})
const SPENT: Expectations['observed'] = new Map([['USDC', { op: '=', value: -5n }]])

test('default: a change of one token is the sum of its own changes', async () => {
  const observed = [changed(USDC, -2n), changed(WETH, -5n), changed(USDC, -3n)]
  expect(await problems(SPENT, { observed })).toEqual([])
})

test.each<[string, Expectations['observed'], object]>([
  ['a change where none is expected', 'unchanged', { observed: [changed(USDC, 1n)] }],
  ['a token that gave no answer where no change is expected', 'unchanged', { observed: [], unread: [WETH] }],
  ['another change', SPENT, { observed: [changed(USDC, -6n)] }],
  ['a change of another token', SPENT, { observed: [changed(WETH, -5n)] }],
  ['no answer of that token', SPENT, { observed: [changed(USDC, -5n)], unread: [USDC] }],
])('error: %s', async (_, expected, observation) => {
  expect(await problems(expected, observation)).toHaveLength(1)
})

test('behavior: a step that is not observed need not be', async () => {
  expect(await problems(undefined)).toEqual([])
})
