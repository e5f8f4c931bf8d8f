import { expect, test } from 'vitest'
import { ACTORS } from '../../world/actors.ts'
import { EMBEDDED_BOOK as book } from '../../world/embedded-book.ts'
import type { AmountCheck } from '../expectations.ts'
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
