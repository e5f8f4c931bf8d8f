import { type Address, type Hex, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createEventBus } from '../../core/events.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { buildReceipt } from '../fixtures/build-receipt.ts'
import type { Approval } from './account-approval.ts'
import { createCageExecutor } from './cage-executor.ts'

const SIGNER = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const CAGE: Address = `0x${'c'.repeat(40)}`
const GATE: Address = `0x${'d'.repeat(40)}`
const OPERATOR: Address = `0x${'a'.repeat(40)}`
const OWNER: Address = `0x${'b'.repeat(40)}`

const BY_OWNER: Approval = {
  tool: 't',
  paramsHash: `0x${'1'.repeat(64)}`,
  callsHash: `0x${'2'.repeat(64)}`,
  account: CAGE,
  chainId: 1,
  nonce: 0n,
  deadlineSeconds: 9n,
  policyVersion: `0x${'3'.repeat(64)}`,
  signature: '0x00',
}
const BY_ACCOUNT: Approval = { account: OWNER, nonce: 0n, signatures: '0x00' }

test.each([
  ['cage', OPERATOR, undefined],
  ['owner', GATE, BY_OWNER],
  ['account', OWNER, BY_ACCOUNT],
] as const)('behavior: beside an operator that is a contract, what goes by %s is sent to %s', async (route, receiver, approval) => {
  const sent: Hex[] = []
  const executor = createCageExecutor({
    chainId: 1,
    cage: CAGE,
    gate: GATE,
    ownAccount: { chainId: 1, address: OWNER, acts: { encode: () => '0x1234' } } as never,
    signer: SIGNER,
    sender: SIGNER.address,
    envelope: { seal: async () => ({ to: OPERATOR, data: '0x5678', open: async (receipt) => receipt }) },
    clock: { setTimer: () => () => undefined },
    outbox: {
      transact: (body) => body(),
      saveTransaction: () => undefined,
      saveReplacement: () => undefined,
    },
    latch: { assertOpen: () => undefined },
    broadcaster: {
      async send(raw) {
        sent.push(raw)
        return keccak256(raw)
      },
      isKnown: async () => true,
      waitForReceipt: async (hash) => buildReceipt({ transactionHash: hash }),
    },
    events: createEventBus(),
  })
  await executor.execute({
    tool: 't',
    permitId: `0x${'01'.repeat(32)}`,
    simulationHash: `0x${'02'.repeat(32)}`,
    spendUsdc: 0n,
    route,
    calls: [{ to: OWNER, valueWei: 0n, data: '0x' }],
    ...(approval ? { approval } : {}),
    nonce: 0,
    operatorNonce: 0n,
    gasLimit: 500_000n,
    maxFeePerGasWei: 2n,
    priorityFeeWei: 1n,
    deadlineSeconds: 9n,
  })
  expect(sent.map((raw) => parseTransaction(raw).to)).toEqual([receiver])
})
