import type { Address } from 'viem'
import { expect, test } from 'vitest'
import type { AllowanceAfter } from '../../tools/core/outcome.ts'
import { judgeAllowances, listToldAllowances, listUntoldGrowth } from './judge-allowances.ts'

const [TOKEN, OWNER, SPENDER] = ['11', '22', '33'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
]
const left = (valueBaseUnits: bigint): readonly AllowanceAfter[] => [
  { token: TOKEN, owner: OWNER, spender: SPENDER, valueBaseUnits },
]
const report = (expected: readonly AllowanceAfter[], actual: readonly AllowanceAfter[]) => {
  const outcome = (allowances: readonly AllowanceAfter[]) => ({ assets: [], allowances, positions: [] })
  return { by: 'a_tool', expected: outcome(expected), actual: outcome(actual) }
}
const judge = (observed: bigint, ...told: readonly ReturnType<typeof report>[]) =>
  judgeAllowances(
    told,
    listToldAllowances(told),
    listToldAllowances(told).map(() => observed),
  )
const laws = (...input: Parameters<typeof judge>) => judge(...input).contradictions.map(({ law }) => law)

test('default: the three accounts agree', () => {
  expect(laws(5n, report(left(5n), left(5n)))).toEqual([])
  expect(laws(5n, report([], []))).toEqual([])
})

test('I52: each allowance is a row, in which what nobody spoke of is missing', () => {
  const { rows } = judge(5n, report(left(5n), []), report(left(7n), []))
  expect(rows).toEqual([
    { token: TOKEN, owner: OWNER, spender: SPENDER, expected: 5n, actual: undefined, observed: 5n },
  ])
})

test('I52: one base unit more than is told is a contradiction', () => {
  expect(laws(6n, report(left(6n), left(5n)))).toEqual(['oracle.actual-is-observed'])
  expect(laws(6n, report(left(5n), left(6n)))).toEqual(['oracle.observed-within-tolerance'])
})

test('behavior: of actions together any may have been the last', () => {
  const reports = [report(left(5n), left(5n)), report(left(0n), left(0n))]
  expect(laws(0n, ...reports)).toEqual([])
  expect(laws(1n, ...reports)).toHaveLength(2)
})

test('I48 I52: a halt beside it takes back all that was given, or nothing', () => {
  const told = [report(left(5n), left(5n))]
  const beside = (observed: bigint) =>
    judgeAllowances(told, listToldAllowances(told), [observed], true).contradictions.length
  expect([0n, 5n].map(beside)).toEqual([0, 0])
  expect([1n, 6n].map(beside)).toEqual([2, 2])
  expect(laws(0n, ...told)).toHaveLength(2)
})

test('I62: what is reported is looked at although nothing of it was expected', () => {
  expect(laws(6n, report([], left(5n)))).toEqual(['oracle.actual-is-observed'])
})

test('I62: what is told of one allowance tells nothing of that of another spender, token or owner', () => {
  const pair = { token: TOKEN, owner: OWNER, spender: SPENDER }
  const grown = [{ ...pair, amount: 1n }]
  const growth = (told: typeof pair) => listUntoldGrowth([], [], grown, [told])
  expect(growth(pair)).toEqual([])
  for (const other of [{ token: OWNER }, { owner: TOKEN }, { spender: TOKEN }])
    expect(growth({ ...pair, ...other })).toEqual([{ ...pair, amount: 1n, before: 0n }])
})
