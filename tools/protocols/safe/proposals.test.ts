import { type Address, encodeFunctionData, erc20Abi, hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import type { LocalEntry } from '../../core/local-port.ts'
import { callOf, expectPayment, findProposal, listProposals, toProposal } from './proposals.ts'
import { describeOwnTransaction } from './transaction.ts'

const [SAFE, OTHER, TOKEN, ACCOUNT] = ['10', '22', '33', '44'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
  Address,
]
const pay = (to: Address) => ({
  to: TOKEN,
  valueWei: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 500n] }),
})

test('default: a payment to the account brings it the amount, any other call nothing', () => {
  expect(expectPayment(pay(ACCOUNT), ACCOUNT).assets).toEqual([
    { token: TOKEN, account: ACCOUNT, deltaBaseUnits: 500n },
  ])
  expect(expectPayment(pay(OTHER), ACCOUNT).assets).toEqual([])
  expect(expectPayment({ ...pay(ACCOUNT), data: '0x' }, ACCOUNT).assets).toEqual([])
  expect(expectPayment({ ...pay(ACCOUNT), data: `${pay(ACCOUNT).data}00` }, ACCOUNT).assets).toEqual([])
})

test('behavior: what is kept is the call that was proposed, under the hash that its owners sign', () => {
  const place = { chainId: 1, address: SAFE }
  const own = { call: pay(ACCOUNT), nonce: 3n }
  const proposal = toProposal(place, own)
  expect(callOf(proposal)).toEqual(own.call)
  expect(proposal).toMatchObject({ safe: SAFE, nonce: '3' })
  expect(proposal.safeTxHash).toBe(hashTypedData(describeOwnTransaction(place, own)))
})

test('behavior: only open proposals for this very Safe are found', () => {
  const entry = (id: string, changes: Partial<LocalEntry> = {}, safe = SAFE): LocalEntry => ({
    entryId: `0x${id.repeat(64)}`,
    kind: 'safe-proposal',
    body: toProposal({ chainId: 1, address: safe }, { call: pay(ACCOUNT), nonce: 3n }),
    state: 'open',
    uses: {},
    ...changes,
  })
  const entries = [
    entry('1', { state: 'ended' }),
    entry('2', { kind: 'replace' }),
    entry('3', {}, OTHER),
    entry('4'),
  ]
  const safety = { entries: () => entries } as never
  expect(listProposals(SAFE, { safety }).map(({ entryId }) => entryId)).toEqual([`0x${'4'.repeat(64)}`])
  expect(findProposal(`0x${'4'.repeat(64)}`, SAFE, { safety })).toEqual(entries[3]?.body)
  expect(() => findProposal(`0x${'3'.repeat(64)}`, SAFE, { safety })).toThrow(
    expect.objectContaining({ code: 'NOT_FOUND' }),
  )
})
