import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import type { WorthDelta } from '../protocols/testbed-later.ts'
import { judgeWorth } from './judge-worth.ts'

const KEY: Hex = `0x${'01'.repeat(32)}`
const TOKEN: Address = `0x${'11'.repeat(20)}`
const labels = () => ({ symbol: 'WETH', decimals: 18 })

const worth = (amount: bigint, protocol = 'staking'): WorthDelta => ({
  protocol,
  key: KEY,
  kind: 'held',
  token: TOKEN,
  amount,
})
const judge = (
  expected: readonly WorthDelta[],
  actual: readonly WorthDelta[],
  observed: bigint,
  before = 10_000n,
  toleranceBps = 1,
) => {
  const outcome = { assets: [], allowances: [], positions: [] }
  const told = {
    by: 'slash',
    expected: { ...outcome, worth: expected },
    actual: { ...outcome, worth: actual },
    toleranceBps,
    groundTruthSource: 'log_comparison',
  } as const
  return judgeWorth([told], { worth: [{ ...worth(observed), before }] }, labels)
}
const laws = (...input: Parameters<typeof judge>) => judge(...input).contradictions.map(({ law }) => law)

test('default: the three accounts agree, up to a share of what was there and what is rounded off', () => {
  expect(laws([worth(-500n)], [worth(-503n)], -503n)).toEqual([])
  expect(judge([worth(-500n)], [worth(-500n)], -500n).rows).toMatchObject([
    { symbol: 'WETH', expectedBaseUnits: '-500', actualBaseUnits: '-500', observedBaseUnits: '-500' },
  ])
})

test('I67: more than that is a contradiction', () => {
  expect(laws([worth(-500n)], [worth(-504n)], -504n)).toEqual(['oracle.observed-within-tolerance'])
  expect(laws([worth(0n)], [worth(-4n)], -4n)).toEqual(['oracle.observed-within-tolerance'])
})

test('I64: what the cage reads and the chain does not show is one to the last base unit', () => {
  expect(laws([worth(-500n)], [worth(-500n)], -501n)).toEqual(['oracle.actual-is-observed'])
  expect(laws([worth(-500n)], [worth(0n)], -500n)).toEqual(['oracle.actual-is-observed'])
})

test('behavior: a position that no reader counts is not reported, and one of another protocol not told of', () => {
  expect(laws([worth(-500n)], [], -500n)).toEqual([])
  expect(laws([worth(-500n, 'elsewhere')], [], -9n)).toEqual(['oracle.observed-within-tolerance'])
})

test('boundary: where nothing is tolerated nothing is rounded off', () => {
  expect(laws([worth(-500n)], [], -500n, 10_000n, 0)).toEqual([])
  expect(laws([worth(-500n)], [], -501n, 10_000n, 0)).toEqual(['oracle.observed-within-tolerance'])
})

test('behavior: the error is a share of what was expected', () => {
  expect(judge([worth(-500n)], [worth(-503n)], -503n).errorBps).toBe(60)
})
