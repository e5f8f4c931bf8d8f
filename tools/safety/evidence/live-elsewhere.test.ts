import { expect, test } from 'vitest'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { LIVE_ALLOWANCES_KEY } from '../store/chain-keys.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import {
  type AuthorityReader,
  createAuthorityElsewhere,
  keepLiveAllowances,
  noteLiveAllowances,
} from './live-elsewhere.ts'

const START = { wallMs: 0, chainSeconds: 0 }
const LEFT = { token: '0x01', spender: '0x02', valueUsdc: '40' }

function open(readers: ReadonlyMap<number, AuthorityReader> = new Map()) {
  const whole = createSafetyStore(openSafetyDatabase(':memory:'))
  const there = whole.onChain(8_453)
  return { there, sum: createAuthorityElsewhere(whole.onChain(1), () => readers) }
}

test('default: alone nothing counts', async () => {
  expect(await open().sum(START)).toEqual({ totalUsdc: 0n, unguardedUsdc: 0n })
})

test('I1: without a stack there all that was left counts, none of it guarded', async () => {
  const { there, sum } = open()
  noteLiveAllowances(there, [LEFT, { ...LEFT, spender: '0x03', valueUsdc: '2' }])
  expect(await sum(START)).toEqual({ totalUsdc: 42n, unguardedUsdc: 42n })
  expect(there.readMeta(LIVE_ALLOWANCES_KEY)).toContain('0x03')
})

test('error: CHAIN_READ_FAILED where nobody knows what it is worth', async () => {
  const { there, sum } = open()
  noteLiveAllowances(there, [{ ...LEFT, valueUsdc: null }])
  await expect(sum(START)).rejects.toMatchObject({ code: 'CHAIN_READ_FAILED' })
})

test('I1: a stack there is asked where something was left, and once where nothing is known', async () => {
  let asked = 0
  let live = 0n
  const reader = async () => {
    asked += 1
    return { totalUsdc: live, unguardedUsdc: 0n }
  }
  const { there, sum } = open(new Map([[8_453, reader]]))
  await sum(START)
  await sum(START)
  expect(asked).toBe(1)
  noteLiveAllowances(there, [])
  await sum(START)
  expect(asked).toBe(1)
  noteLiveAllowances(there, [LEFT])
  live = 7n
  expect(await sum(START)).toEqual({ totalUsdc: 7n, unguardedUsdc: 0n })
  await sum(START)
  expect(asked).toBe(3)
})

test('error: what its stack cannot tell is not counted as nothing', async () => {
  const { sum } = open(new Map([[8_453, () => Promise.reject(new Error('no answer'))]]))
  await expect(sum(START)).rejects.toThrow('no answer')
})

test('I62: the larger of what stood before an action and after it is kept, and what nobody can value', () => {
  const token = `0x${'11'.repeat(20)}` as const
  const policy = buildPolicy({ assets: [buildAsset({ token, decimals: 6, isNumeraire: true })] })
  const highest = { answer: 1n, decimals: 0 }
  const keep = (before: bigint | undefined, after: bigint | undefined) =>
    keepLiveAllowances(
      { liveAllowances: [{ token, spender: token, before, after }], prices: { of: () => ({ highest }) } },
      policy,
    ).map(({ valueUsdc }) => valueUsdc)
  expect([keep(7n, 5n), keep(5n, 7n), keep(0n, 0n)]).toEqual([['7'], ['7'], []])
  expect([keep(undefined, 0n), keep(0n, undefined)]).toEqual([[null], [null]])
})
