import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { explainMissing } from './explain-missing.ts'
import { createPledgeCover } from './pledge-cover.ts'

const TOKEN: Address = `0x${'11'.repeat(20)}`
const OTHER: Address = `0x${'22'.repeat(20)}`
const KEY = `0x${'01'.repeat(32)}` as const
const UNITS = {
  protocol: 'lender',
  key: KEY,
  lot: 0,
  kind: 'held',
  units: 5n,
  booked: 9n,
  found: 4n,
} as const
const pledge = (baseUnits: string, untilSeconds: number) =>
  ({ token: TOKEN, baseUnits, untilSeconds, isHeld: true }) as const

const explain = (legs: readonly { token: Address; amount: bigint }[], held: string) =>
  explainMissing([{ ...UNITS, legs }], createPledgeCover([pledge(held, 9)]), {
    chain: {} as never,
    secondProvider: undefined,
    witnesses: [],
    policy: buildPolicy(),
    clock: { setTimer: () => () => undefined },
    account: TOKEN,
    range: { fromBlock: 1n, toBlock: 2n },
  })

test('default: units of which pledges cover all that they were worth are filled', async () => {
  expect(await explain([{ token: TOKEN, amount: 5n }], '5')).toEqual([])
})

test.each<[string, readonly { token: Address; amount: bigint }[], string]>([
  ['pledges cover a part', [{ token: TOKEN, amount: 5n }], '4'],
  ['nobody knows what they were worth', [], '5'],
  [
    'pledges cover one of two tokens',
    [
      { token: TOKEN, amount: 5n },
      { token: OTHER, amount: 5n },
    ],
    '5',
  ],
])('I53: error: UNEXPLAINED_UNITS where %s', async (_, legs, held) => {
  await expect(explain(legs, held)).rejects.toMatchObject({ code: 'UNEXPLAINED_UNITS' })
})

test('I53: what ends first covers first, so that what lives longer still covers what comes later', () => {
  const cover = createPledgeCover([pledge('5', 200), pledge('5', 100)])
  expect(cover.take(TOKEN, 5n, 'position')).toBe(5n)
  expect(cover.left(150)).toMatchObject([{ baseUnits: '5', untilSeconds: 200 }])
})
