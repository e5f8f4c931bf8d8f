import { type Address, type Hex, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { ToolError } from '../../core/errors.ts'
import { createEventBus } from '../../core/events.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { buildReceipt } from '../fixtures/build-receipt.ts'
import type { Approval } from './account-approval.ts'
import { createCageExecutor } from './cage-executor.ts'
import type { ExecutionRequest, TxExecutor } from './custody.ts'
import type { TransactionSigner } from './signers/transaction-signer.ts'

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

test('I4 I13: what cancels takes the gas of nothing at all, at the same nonce', async () => {
  const { executor, sent } = createExecutor()
  await ACTS.cancel?.(executor, await signFirst())
  expect(sent.map((raw) => parseTransaction(raw))).toMatchObject([
    { to: SIGNER.address.toLowerCase(), gas: 21_000n, maxFeePerGas: 4n },
  ])
  expect(sent.map((raw) => parseTransaction(raw).nonce ?? 0)).toEqual([REQUEST.nonce])
})

test.each([
  ['two calls', [...REQUEST.calls, ...REQUEST.calls]],
  ['no call', []],
  ['a value', [{ to: OWNER, valueWei: 1n, data: '0x' }]],
] as const)('I31: error: OPERATOR_PLAN_UNFIT for %s of the operator itself', async (_, calls) => {
  const { executor, kept } = createExecutor()
  await expect(executor.execute({ ...REQUEST, route: 'op', calls })).rejects.toMatchObject({
    code: 'OPERATOR_PLAN_UNFIT',
  })
  expect(kept).toEqual([])
})

describe('I46 I48: once a halt is latched', () => {
  /** A latch that a halt sets, as the signer and the store see it. */
  const latched = () => {
    let isOpen = true
    let asked = 0
    const trip = () => {
      isOpen = false
    }
    const executing = (changes: Parameters<typeof createExecutor>[0] = {}) =>
      createExecutor({
        latch: {
          assertOpen() {
            if (!isOpen) throw new ToolError('HALTED', { since: 1 })
          },
        },
        signer: {
          address: SIGNER.address,
          async signTransaction(transaction) {
            asked += 1
            return SIGNER.signTransaction(transaction)
          },
        },
        ...changes,
      })
    return { trip, executing, asked: () => asked }
  }
  const halted = { code: 'HALTED' }

  test('behavior: no action is signed', async () => {
    const { trip, executing, asked } = latched()
    trip()
    await expect(executing().executor.execute(REQUEST)).rejects.toMatchObject(halted)
    expect(asked()).toBe(0)
  })

  test.each(['execute', 'raise'])('behavior: %s: what is being signed is not kept', async (name) => {
    const { trip, executing } = latched()
    const signer: TransactionSigner = {
      address: SIGNER.address,
      signTransaction(transaction) {
        trip()
        return SIGNER.signTransaction(transaction)
      },
    }
    const { executor, kept, sent } = executing({ signer })
    await expect(ACTS[name]?.(executor, await signFirst())).rejects.toMatchObject(halted)
    expect([kept, sent]).toEqual([[], []])
  })

  test.each(['execute', 'raise'])('behavior: %s: what is being kept is not sent', async (name) => {
    const { trip, executing } = latched()
    const { executor, sent } = executing({
      outbox: { transact: (body) => body(), saveTransaction: trip, saveReplacement: trip },
    })
    await expect(ACTS[name]?.(executor, await signFirst())).rejects.toMatchObject(halted)
    expect(sent).toEqual([])
  })

  test('behavior: of what was kept only what cancels is sent again, and a cancellation is signed', async () => {
    const { trip, executing } = latched()
    trip()
    const { executor, kept, sent } = executing()
    const raw = await signFirst()
    await expect(executor.resend(raw)).rejects.toMatchObject(halted)
    expect(sent).toEqual([])
    await ACTS.cancel?.(executor, raw)
    await executor.resend(kept[0] as Hex)
    expect(sent).toEqual([kept[0], kept[0]])
  })

  test.each([
    ['pays the account itself', { to: SIGNER.address, value: 1n }],
    ['pays nobody anything', { to: OWNER }],
    ['tells the account something', { to: SIGNER.address, data: '0x00' }],
  ] as const)('behavior: what %s is not what cancels', async (_, changes) => {
    const { trip, executing } = latched()
    trip()
    const { executor, sent } = executing()
    const raw = await SIGNER.signTransaction({
      type: 'eip1559',
      chainId: 1,
      nonce: 0,
      gas: 21_000n,
      ...changes,
    })
    await expect(executor.resend(raw)).rejects.toMatchObject(halted)
    expect(sent).toEqual([])
  })
})

test('I15: error: BROADCAST_FAILED for kept bytes that another account signed: nothing takes their place', async () => {
  const other = privateKeyToAccount(`0x${'22'.repeat(32)}`)
  const raw = await other.signTransaction({
    type: 'eip1559',
    chainId: 1,
    nonce: 5,
    gas: 21_000n,
    to: OWNER,
    maxFeePerGas: 1n,
  })
  const { executor, kept } = createExecutor()
  await expect(ACTS.raise?.(executor, raw)).rejects.toMatchObject({ code: 'BROADCAST_FAILED' })
  expect(kept).toEqual([])
})
