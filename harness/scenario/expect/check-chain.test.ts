import { expect, test } from 'vitest'
import { ACTORS } from '../../world/actors.ts'
import { EMBEDDED_BOOK as book } from '../../world/embedded-book.ts'
import type { AmountCheck, Expectations } from '../expectations.ts'
import { checkChain } from './check-chain.ts'
import type { JudgedStep } from './judged-step.ts'

const USDC = book.tokens.find(({ symbol }) => symbol === 'USDC')?.address

/** What is found of an account that holds and owes so much of one token. */
async function problems(amounts: readonly bigint[], check: AmountCheck) {
  const lots = amounts.map((amount) => ({ units: 1n, index: 1n, legs: [{ token: USDC, amount }] }))
  const found: string[] = []
  const step = {
    expect: { positions: [{ protocol: 'lender', token: 'USDC', check }] },
    stage: {
      book,
      cage: ACTORS.recipient.address,
      oracle: { readPositions: async () => [{ protocol: 'lender', lots }] },
    },
  } as unknown as JudgedStep
  await checkChain(step, (_, __, seen) => {
    found.push(String(seen))
  })
  return found
}

test.each<[string, readonly bigint[], AmountCheck]>([
  ['several lots add up', [60n, 40n], { op: '=', value: 100n }],
  ['a debt', [-30n, -20n], { op: '=', value: -50n }],
  ['what is held beside a debt', [100n, -50n], { op: '>=', value: 100n }],
  ['a debt beside what is held', [100n, -50n], { op: '<', value: 0n }],
  ['nothing', [], { op: '=', value: 0n }],
])('default: %s', async (_, amounts, check) => {
  expect(await problems(amounts, check)).toEqual([])
})

test.each<[string, readonly bigint[], AmountCheck, string]>([
  ['what is held and owed is not nothing', [100n, -100n], { op: '=', value: 0n }, '0.0001 USDC'],
  ['a debt takes nothing from what is held', [100n, -50n], { op: '=', value: 50n }, '0.0001 USDC'],
  ['what is held pays no debt', [100n, -150n], { op: '=', value: -50n }, '-0.00015 USDC'],
  ['a debt is nothing that is held', [-50n], { op: '>=', value: 0n }, '-0.00005 USDC'],
])('error: %s', async (_, amounts, check, found) => {
  expect(await problems(amounts, check)).toEqual([found])
})

/** What is found of a chain on which every account has so much, every spender may take so much, and one protocol has a lot. */
async function problemsOf(expected: Expectations, { answers = true, units = 1n } = {}) {
  const found: string[] = []
  const asked: unknown[] = []
  const step = {
    expect: expected,
    stage: {
      book,
      cage: ACTORS.recipient.address,
      oracle: {
        async readBalancesOf(watch: readonly object[]) {
          asked.push(...watch)
          return watch.map(() => (answers ? 5n : undefined))
        },
        async readAllowances(watch: readonly object[]) {
          asked.push(...watch)
          return watch.map(() => 5n)
        },
        readPositions: async () => [{ protocol: 'lender', lots: [{ units, index: 1n, legs: [] }] }],
      },
    },
  } as unknown as JudgedStep
  await checkChain(step, (law, _, seen) => {
    found.push(`${law}: ${seen}`)
  })
  return { found, asked }
}

test('default: balances, allowances and positions are those of the accounts that are named', async () => {
  const { found, asked } = await problemsOf({
    balances: [{ account: 'attacker', token: 'USDC', check: { op: '=', value: 5n } }],
    allowances: [{ token: 'USDC', spender: 'WETH', check: { op: '<=', value: 5n } }],
    positions: [
      { protocol: 'lender', exists: true },
      { protocol: 'another', exists: false },
    ],
  })
  expect(found).toEqual([])
  const weth = book.tokens.find(({ symbol }) => symbol === 'WETH')?.address
  expect(asked).toEqual([
    { token: USDC, account: ACTORS.attacker.address },
    { token: USDC, owner: ACTORS.recipient.address, spender: weth },
  ])
})

test('error: another balance or allowance, and a token that gives no answer', async () => {
  const check: AmountCheck = { op: '<', value: 5n }
  const balances = [{ account: 'attacker' as const, token: 'USDC', check }]
  expect((await problemsOf({ balances })).found).toEqual(['expect.balances: 0.000005 USDC'])
  expect((await problemsOf({ balances }, { answers: false })).found).toEqual([
    'expect.balances: no answer of USDC',
  ])
  const allowances = [{ token: 'USDC', spender: 'WETH', check }]
  expect((await problemsOf({ allowances })).found).toEqual(['expect.allowances: 0.000005 USDC'])
})

test('error: a position that is there or is not, and one without units is none', async () => {
  const judge = async (protocol: string, exists: boolean, units = 1n) =>
    (await problemsOf({ positions: [{ protocol, exists }] }, { units })).found
  expect(await judge('lender', false)).toEqual(['expect.positions: some'])
  expect(await judge('another', true)).toEqual(['expect.positions: none'])
  expect(await judge('lender', true, 0n)).toEqual(['expect.positions: none'])
  expect(await judge('lender', false, 0n)).toEqual([])
})
