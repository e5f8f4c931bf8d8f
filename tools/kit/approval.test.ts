import { getAddress } from 'viem'
import { expect, test, vi } from 'vitest'
import type { AddressBook } from '../core/address-book.ts'
import type { ChainReader } from '../core/chain.ts'
import { approveThroughZero, buildApproval } from './approval.ts'

const at = (digit: string) => getAddress(`0x${digit.repeat(40)}`)
const [ACCOUNT, TOKEN, OTHER, SPENDER, FREE] = [at('1'), at('2'), at('3'), at('4'), at('5')]
const OWN = { to: at('9'), valueWei: 0n, data: '0x09' } as const
const APPROVAL = buildApproval(TOKEN, SPENDER, 5n)
const ZERO = buildApproval(TOKEN, SPENDER, 0n)

function complete(
  calls: Parameters<typeof approveThroughZero>[0],
  allowances: readonly (bigint | undefined)[],
) {
  const readState = vi.fn(async () => ({ allowances }))
  const chain = { readState } as unknown as ChainReader
  const tokens = [TOKEN, OTHER].map((address) => ({ address, approvesFromZero: true }))
  const book = { nativeSymbol: 'ETH', tokens: [...tokens, { address: FREE }] } as unknown as AddressBook
  return { readState, completed: approveThroughZero(calls, { chain, account: ACCOUNT, book }) }
}

test('an approval goes through zero where an allowance is left', async () => {
  const other = buildApproval(OTHER, SPENDER, 6n)
  const { completed } = complete([other, APPROVAL, OWN, ZERO], [0n, 1n])
  expect(await completed).toEqual([other, ZERO, APPROVAL, OWN, ZERO])
})

test('what was approved before in the plan is approved as planned', async () => {
  const calls = [APPROVAL, OWN, APPROVAL]
  expect(await complete(calls, [0n]).completed).toEqual(calls)
})

test.each([
  ['no approval', [OWN]],
  ['one that starts from zero', [ZERO, APPROVAL]],
  ['a token that approves from any amount', [buildApproval(FREE, SPENDER, 5n)]],
])('for %s nothing is read', async (_, calls) => {
  const { readState, completed } = complete(calls, [])
  expect(await completed).toBe(calls)
  expect(readState).not.toHaveBeenCalled()
})
