import { type Address, getAddress, hashTypedData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { buildChain } from '../fixtures/build-chain.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import {
  approvalTypedData,
  assertApproved,
  assertUnlapsed,
  consumeApproval,
  describeApproval,
} from './owner-approval.ts'

const OWNER = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const GATE: Address = getAddress(`0x${'ab'.repeat(20)}`)
const SUBJECT = {
  tool: 'a_tool',
  params: {},
  calls: [],
  account: GATE,
  chainId: 1,
  policyVersion: `0x${'33'.repeat(32)}`,
} as const
const MESSAGE = describeApproval(SUBJECT, { nonce: 1n, deadlineSeconds: 100n })
const NOW = { wallMs: 1_000, chainSeconds: 1 }

/** Check an approval that the owner's key signed, where the owner is a key or a contract that says this of signatures. */
async function approve(code: '0x' | '0x60', answer: '0x1626ba7e' | '0xffffffff' = '0xffffffff') {
  const typedData = approvalTypedData(GATE, MESSAGE)
  const signature = await OWNER.sign({ hash: hashTypedData(typedData) })
  await assertApproved({ ...MESSAGE, signature }, SUBJECT, {
    chain: buildChain({
      getBlockNumber: async () => 7n,
      // At any other block it is not there.
      getCode: async ({ blockNumber }) => (blockNumber === 7n ? code : undefined),
      readContract: async ({ blockNumber }) => (blockNumber === 7n ? answer : '0xffffffff'),
    }),
    secondProvider: undefined,
    approver: { owner: OWNER.address, gate: GATE },
    clock: { setTimer: () => () => undefined },
    store: createSafetyStore(openSafetyDatabase(':memory:')),
    now: NOW,
  })
}

test('default: a key signs for its account, and a contract for itself', async () => {
  await approve('0x')
  await approve('0x60', '0x1626ba7e')
})

test('I42: error: APPROVAL_NOT_SIGNED: once there is code at the account, its key signs for nobody', async () => {
  await expect(approve('0x60')).rejects.toMatchObject({ code: 'APPROVAL_NOT_SIGNED' })
})

test('I13: error: APPROVAL_USED, however the address of its gate is written', () => {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  consumeApproval(store, GATE, 1n, `0x${'44'.repeat(32)}`)
  expect(() => consumeApproval(store, GATE.toLowerCase() as Address, 1n, `0x${'55'.repeat(32)}`)).toThrow(
    'APPROVAL_USED',
  )
  consumeApproval(store, GATE, 2n, `0x${'55'.repeat(32)}`)
  // Each gate counts by itself.
  expect(() => consumeApproval(store, OWNER.address, 1n, `0x${'66'.repeat(32)}`)).not.toThrow()
})

test('I14: an approval lapses at its deadline, by whichever clock comes to it first', () => {
  assertUnlapsed(MESSAGE, { wallMs: 99_999, chainSeconds: 99 })
  expect(() => assertUnlapsed(MESSAGE, { wallMs: 100_000, chainSeconds: 99 })).toThrow('APPROVAL_EXPIRED')
  expect(() => assertUnlapsed(MESSAGE, { wallMs: 99_999, chainSeconds: 100 })).toThrow('APPROVAL_EXPIRED')
})
