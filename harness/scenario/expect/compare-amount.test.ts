import { expect, test } from 'vitest'
import type { AmountCheck } from '../expectations.ts'
import { matchesAmount } from './compare-amount.ts'

/** Which of an amount below, the very one and one above are as expected. */
const matching = (check: AmountCheck) => [9n, 10n, 11n].filter((found) => matchesAmount(check, found))

test.each<[AmountCheck['op'], readonly bigint[]]>([
  ['=', [10n]],
  ['<', [9n]],
  ['<=', [9n, 10n]],
  ['>', [11n]],
  ['>=', [10n, 11n]],
])('default: %s', (op, found) => {
  expect(matching({ op, value: 10n } as AmountCheck)).toEqual(found)
})

test('boundary: about as much is within its bps on either side, and of nothing only nothing', () => {
  const about = (value: bigint, found: bigint) => matchesAmount({ op: '~', value, toleranceBps: 50 }, found)
  expect([10_000n, 9_950n, 10_050n].every((found) => about(10_000n, found))).toBe(true)
  expect([9_949n, 10_051n, 0n, -10_000n].some((found) => about(10_000n, found))).toBe(false)
  expect([about(0n, 0n), about(0n, 1n)]).toEqual([true, false])
})
