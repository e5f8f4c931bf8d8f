import { type Address, type Hex, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createEventBus } from '../../core/events.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { buildReceipt } from '../fixtures/build-receipt.ts'
import type { Approval } from './account-approval.ts'
import { createCageExecutor } from './cage-executor.ts'
import type { ExecutionRequest, TxExecutor } from './custody.ts'

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

const REQUEST: ExecutionRequest = {
  tool: 't',
  permitId: `0x${'01'.repeat(32)}`,
  simulationHash: `0x${'02'.repeat(32)}`,
  spendUsdc: 0n,
  route: 'cage',
  calls: [{ to: OWNER, valueWei: 0n, data: '0x' }],
  nonce: 0,
  operatorNonce: 0n,
  gasLimit: 500_000n,
  maxFeePerGasWei: 2n,
  priorityFeeWei: 1n,
  deadlineSeconds: 9n,
}

/** An executor over a node that takes what it is sent, with all that was kept and sent. */
function createExecutor(changes: Partial<Parameters<typeof createCageExecutor>[0]> = {}) {
  const sent: Hex[] = []
  const kept: Hex[] = []
  const executor = createCageExecutor({
    chainId: 1,
    cage: CAGE,
    gate: GATE,
    ownAccount: { chainId: 1, address: OWNER, acts: { encode: () => '0x1234' } } as never,
    signer: SIGNER,
    sender: SIGNER.address,
    clock: { setTimer: () => () => undefined },
    outbox: {
      transact: (body) => body(),
      saveTransaction: (_, raw) => void kept.push(raw),
      saveReplacement: (_, { raw }) => void kept.push(raw),
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
    ...changes,
  })
  return { executor, sent, kept }
}

test.each([
  ['cage', OPERATOR, undefined],
  ['owner', GATE, BY_OWNER],
  ['account', OWNER, BY_ACCOUNT],
] as const)('behavior: beside an operator that is a contract, what goes by %s is sent to %s', async (route, receiver, approval) => {
  const { executor, sent } = createExecutor({
    envelope: { seal: async () => ({ to: OPERATOR, data: '0x5678', open: async (receipt) => receipt }) },
  })
  await executor.execute({ ...REQUEST, route, ...(approval ? { approval } : {}) })
  expect(sent.map((raw) => parseTransaction(raw).to)).toEqual([receiver])
})

/** Bytes that were signed before. */
async function signFirst(): Promise<Hex> {
  const { executor, kept } = createExecutor()
  await executor.execute(REQUEST)
  return kept[0] as Hex
}

const ACTS: Readonly<Record<string, (executor: TxExecutor, raw: Hex) => Promise<unknown>>> = {
  execute: (executor) => executor.execute(REQUEST),
  resend: (executor, raw) => executor.resend(raw),
  ...Object.fromEntries(
    (['raise', 'cancel'] as const).map((kind) => [
      kind,
      (executor: TxExecutor, raw: Hex) =>
        executor.replace({ permitId: REQUEST.permitId, kind, raw, maxFeePerGasWei: 4n, priorityFeeWei: 2n }),
    ]),
  ),
}

describe.each(Object.entries(ACTS))('%s: a reply that is lost', (_, act) => {
  const lose = (isKnown: boolean) =>
    createExecutor({
      broadcaster: {
        send: () => Promise.reject(new Error('503')),
        isKnown: async () => isKnown,
        waitForReceipt: async (hash) => buildReceipt({ transactionHash: hash }),
      },
    })

  test('behavior: what the node has all the same is sent', async () => {
    await act(lose(true).executor, await signFirst())
  })

  test('error: BROADCAST_FAILED for what it does not have', async () => {
    await expect(act(lose(false).executor, await signFirst())).rejects.toMatchObject({
      code: 'BROADCAST_FAILED',
    })
  })
})
