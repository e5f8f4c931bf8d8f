import { expect, test } from 'vitest'
import { matchesAmount } from '../../scenario/expect/compare-amount.ts'
import { checkWithin } from './check-within.ts'
import { renderExpectations } from './render-expectations.ts'

const holds = (least: bigint, most: bigint, found: bigint) =>
  matchesAmount(checkWithin({ least, most }), found)

test('I4: an amount is held to the least that it may be, and to the most', () => {
  for (const [least, most] of [
    [990n, 1_010n],
    [0n, 500n],
    [7n, 8n],
    [0n, 1n],
  ] as const) {
    expect(holds(least, most, least)).toBe(true)
    expect(holds(least, most, most)).toBe(true)
    expect(holds(least, most, most + 1n)).toBe(false)
  }
  expect(holds(990n, 1_010n, 989n)).toBe(false)
  expect(holds(7n, 7n, 6n)).toBe(false)
})

test('behavior: a file says both bounds in one', () => {
  const spend = checkWithin({ least: 990_000_000n, most: 1_010_000_000n })
  expect(renderExpectations({ spend })).toEqual({ spend: '~1000 USDC ±100bps' })
  const atMost = checkWithin({ least: 0n, most: 500_000_000n })
  expect(renderExpectations({ spend: atMost })).toEqual({ spend: '<= 500 USDC' })
})
