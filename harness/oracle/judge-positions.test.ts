import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import type { LotChange } from '../../tools/core/lot-changes.ts'
import type { PositionDelta } from '../../tools/core/outcome.ts'
import type { LotKind } from '../../tools/core/position.ts'
import { judgePositions } from './judge-positions.ts'

const [KEY, OTHER]: [Hex, Hex] = [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`]

const TOKEN: Address = `0x${'11'.repeat(20)}`

const moved = (kind: LotKind, units: bigint, key = KEY): LotChange => ({
  protocol: 'lender',
  key,
  place: KEY,
  lot: kind === 'owed' ? 1 : 0,
  kind,
  before: { units: 5_000n, legs: [] },
  after: { units: 5_000n + units, legs: [] },
})
const stated = (kind: LotKind, unitsDelta: bigint, key: PositionDelta['key'] = KEY): PositionDelta => ({
  protocol: 'lender',
  key,
  kind,
  unitsDelta,
})
const judge = (
  expected: readonly PositionDelta[],
  actual: readonly PositionDelta[],
  observed: readonly LotChange[],
  arrived = 0n,
) => {
  const outcome = (positions: readonly PositionDelta[]) => ({ assets: [], allowances: [], positions })
  const told = {
    by: 'a_tool',
    expected: outcome(expected),
    actual: outcome(actual),
    toleranceBps: 10,
    groundTruthSource: 'receipt',
  } as const
  return judgePositions([told], observed, [{ token: TOKEN, account: TOKEN, deltaBaseUnits: arrived }])
}
const laws = (...input: Parameters<typeof judge>) => judge(...input).contradictions.map(({ law }) => law)

test('default: the three accounts agree, within what a plan tolerates', () => {
  expect(laws([stated('held', 1_000n)], [stated('held', 1_001n)], [moved('held', 1_001n)])).toEqual([])
  expect(judge([stated('held', 1_000n)], [stated('held', 1_001n)], [moved('held', 1_001n)])).toMatchObject({
    errorBps: 10,
    positions: [{ expectedUnits: '1000', actualUnits: '1001', observedUnits: '1001' }],
  })
})

test('I64: what a tool reports of units and the chain does not show is a contradiction', () => {
  const expected = [stated('held', 1_000n)]
  expect(laws(expected, [stated('held', 1_000n)], [moved('held', 999n)])).toEqual([
    'oracle.actual-is-observed',
  ])
  expect(laws(expected, expected, [])).toEqual([
    'oracle.actual-is-observed',
    'oracle.observed-within-tolerance',
  ])
})

test('I64: units beyond the tolerance, and a debt that nobody stated, are contradictions', () => {
  const short = [moved('held', 998n)]
  expect(laws([stated('held', 1_000n)], [stated('held', 998n)], short)).toEqual([
    'oracle.observed-within-tolerance',
  ])
  expect(laws([], [], [moved('owed', 1n)])).toEqual(['oracle.observed-within-tolerance'])
  expect(laws([], [], [moved('held', 1n)])).toEqual([])
})

test('I64: a tool that tells of no position at all, and pays into one, contradicts the chain', () => {
  const side = (units: bigint) => ({ units, legs: [{ token: TOKEN, amount: units }] })
  const gained = (kind: LotKind, before: bigint, after: bigint) => [
    { ...moved(kind, 0n), before: side(before), after: side(after) },
  ]
  const told = [stated('held', 5n, OTHER)]
  for (const gain of [gained('held', 0n, 50n), gained('leaving', 0n, 50n), gained('owed', 50n, 0n)]) {
    expect(judge([], [], gain, -50n).contradictions).toMatchObject([
      { law: 'oracle.actual-is-observed', found: '0 (reported by a_tool)' },
    ])
    // Fees that are credited go from no wallet, and beside what is told of others they may be there as well.
    expect(laws([], [], gain)).toEqual([])
    expect(laws(told, told, [...gain, moved('held', 5n, OTHER)], -50n)).toEqual([])
  }
})

test('I64: what a lot loses unsaid has to arrive', () => {
  const side = (units: bigint) => ({ units, legs: [{ token: TOKEN, amount: units }] })
  const collected = [{ ...moved('held', 0n), before: side(50n), after: side(0n) }]
  expect(laws([], [], collected, 50n)).toEqual([])
  expect(laws([], [], collected, 49n)).toEqual(['oracle.observed-within-tolerance'])
  const both = [...collected, ...collected.map((change) => ({ ...change, key: OTHER }))]
  expect(laws([], [], both, 100n)).toEqual([])
  expect(laws([], [], both, 99n)).toEqual(['oracle.observed-within-tolerance'])
  expect(laws([], [], [moved('held', -1n)])).toEqual(['oracle.observed-within-tolerance'])
  expect(laws([], [], [moved('leaving', -1n)])).toEqual(['oracle.observed-within-tolerance'])
  expect(laws([], [], [moved('owed', -1n)])).toEqual([])
})

test('behavior: what several actions state of one lot is summed, and of several lots it is not', () => {
  const both = [stated('held', 1_000n), stated('held', 500n)]
  expect(laws(both, both, [moved('held', 1_500n)])).toEqual([])
  expect(laws(both, both, [moved('held', 1_000n)])).toEqual([
    'oracle.actual-is-observed',
    'oracle.observed-within-tolerance',
  ])
  const back = [stated('held', 1_000n), stated('held', -1_000n)]
  expect(laws(back, back, [])).toEqual([])
  const exits = [stated('leaving', 7n), stated('leaving', 9n)]
  const lots = [moved('leaving', 7n), { ...moved('leaving', 9n), lot: 1 }]
  expect(laws(exits, exits, lots)).toEqual([])
  expect(laws(exits, exits, [lots[0] as LotChange])).toHaveLength(2)
})

test('behavior: a position without a number is the one that appeared', () => {
  const mint = [stated('held', 7n, 'new')]
  const observed = [
    { ...moved('held', 0n, OTHER), before: { units: 0n, legs: [] }, after: { units: 7n, legs: [] } },
  ]
  expect(laws(mint, [stated('held', 7n, OTHER)], observed)).toEqual([])
  expect(judge(mint, [stated('held', 7n, OTHER)], observed).positions).toMatchObject([
    { key: OTHER, expectedUnits: '7', actualUnits: '7', observedUnits: '7' },
  ])
})
