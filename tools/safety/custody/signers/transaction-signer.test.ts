import { type Hex, keccak256, serializeTransaction, type TransactionSerializableEIP1559 } from 'viem'
import { privateKeyToAccount, toAccount } from 'viem/accounts'
import { describe, expect, test, vi } from 'vitest'
import type { Broadcaster } from '../../../core/chain.ts'
import { createEventBus } from '../../../core/events.ts'
import { SIGN_TIMEOUT_MS } from '../../../core/signing-time.ts'
import { encodeCageExecute } from '../../evidence/encode-cage-execute.ts'
import { buildReceipt } from '../../fixtures/build-receipt.ts'
import { createCageExecutor } from '../cage-executor.ts'
import type { ExecutionRequest } from '../custody.ts'
import { signExactly, type TransactionSigner } from './transaction-signer.ts'
import { signTypedDataExactly } from './typed-data-signer.ts'

const KEY: Hex = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const OTHER_KEY: Hex = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const operator = privateKeyToAccount(KEY)
const CAGE = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const REQUEST: ExecutionRequest = {
  tool: 'weth_wrap_eth',
  permitId: `0x${'11'.repeat(32)}`,
  simulationHash: `0x${'22'.repeat(32)}`,
  spendUsdc: 0n,
  route: 'cage',
  calls: [{ to: CAGE, valueWei: 5n, data: '0xd0e30db0' }],
  nonce: 3,
  gasLimit: 100_000n,
  maxFeePerGasWei: 7n,
  priorityFeeWei: 1n,
  deadlineSeconds: 1_800_000_060n,
}

/** Timers that only fire when told to. */
function createTimers() {
  const due = new Map<() => void, number>()
  return {
    setTimer(delayMs: number, callback: () => void) {
      due.set(callback, delayMs)
      return () => void due.delete(callback)
    },
    fire() {
      for (const callback of [...due.keys()]) callback()
    },
    delays: () => [...due.values()],
  }
}

/** The executor of the cage with a signer, and everything that it did. */
function createRig(signer: TransactionSigner, timers = createTimers()) {
  const done: string[] = []
  const broadcaster: Broadcaster = {
    async send(signed) {
      done.push('sent')
      return keccak256(signed)
    },
    async waitForReceipt(hash) {
      done.push('awaited')
      return buildReceipt({ transactionHash: hash, blockHash: hash })
    },
    isKnown: async () => false,
  }
  const executor = createCageExecutor({
    chainId: 31_337,
    cage: CAGE,
    signer,
    sender: operator.address,
    clock: timers,
    latch: { assertOpen: () => undefined },
    outbox: {
      transact: (body) => body(),
      saveTransaction: () => void done.push('kept'),
      saveReplacement: () => void done.push('kept'),
    },
    broadcaster,
    events: createEventBus(),
  })
  return { done, execute: () => executor.execute(REQUEST), timers }
}

/** A signer that changes what it is given before it signs, with the right key. */
const lying = (change: Partial<TransactionSerializableEIP1559>) =>
  toAccount({
    address: operator.address,
    signMessage: operator.signMessage,
    signTypedData: operator.signTypedData,
    signTransaction: (transaction) => operator.signTransaction({ ...transaction, ...change } as never),
  }) as TransactionSigner
const answering = (signTransaction: TransactionSigner['signTransaction']): TransactionSigner => ({
  address: operator.address,
  signTransaction,
})

describe('createCageExecutor', () => {
  test('default: the bytes are kept before they are sent', async () => {
    const { done, execute } = createRig(operator)
    await execute()
    expect(done).toEqual(['kept', 'sent', 'awaited'])
  })

  test.each<[string, string, Partial<TransactionSerializableEIP1559>]>([
    ['chainId', 'chainId', { chainId: 1 }],
    ['to', 'to', { to: operator.address }],
    ['value', 'value', { value: 1n }],
    ['data', 'data', { data: encodeCageExecute([], REQUEST.deadlineSeconds, REQUEST.permitId) }],
    ['the last bit of data', 'data', { data: `${encodeCageExecute(REQUEST.calls, 0n, REQUEST.permitId)}` }],
    ['nonce', 'nonce', { nonce: 4 }],
    ['nonce zero', 'nonce', { nonce: 0 }],
    ['gas', 'gas', { gas: 100_001n }],
    ['fee cap', 'maxFeePerGas', { maxFeePerGas: 8n }],
    ['priority fee', 'maxPriorityFeePerGas', { maxPriorityFeePerGas: 2n }],
    ['access list', 'encoding', { accessList: [{ address: CAGE, storageKeys: [] }] }],
    [
      'the type',
      'type',
      {
        type: 'legacy',
        maxFeePerGas: undefined,
        maxPriorityFeePerGas: undefined,
        gasPrice: 7n,
      } as never,
    ],
  ])('I15 I37: s18-permit-tamper: a signer that changes %s is refused', async (_, field, change) => {
    const { done, execute } = createRig(lying(change))
    await expect(execute()).rejects.toMatchObject({
      code: 'SIGNED_BYTES_DIFFER',
      layer: 'custody',
      args: { field },
    })
    expect(done).toEqual([])
  })

  test('I15 I37: a signer that changes the very request that it is given is refused', async () => {
    const signer = answering((transaction) =>
      operator.signTransaction(Object.assign(transaction, { value: 1n }) as never),
    )
    const { done, execute } = createRig(signer)
    await expect(execute()).rejects.toMatchObject({ code: 'SIGNED_BYTES_DIFFER', args: { field: 'value' } })
    expect(done).toEqual([])
    const typedData = {
      domain: { chainId: 31_337 },
      types: { Order: [{ name: 'amount', type: 'uint256' }] },
      primaryType: 'Order',
      message: { amount: '7' },
    } as const
    const exactly = signTypedDataExactly(
      {
        signTypedData: (asked) =>
          operator.signTypedData({
            ...asked,
            message: Object.assign(asked.message, { amount: '9' }),
          } as never),
      },
      operator.address,
      createTimers(),
    )
    await expect(exactly.signTypedData(typedData)).rejects.toMatchObject({ code: 'SIGNER_WRONG_KEY' })
  })

  test('I15 I37: s18-permit-tamper: an authorization list is refused', async () => {
    const { done, execute } = createRig(
      answering(async (transaction) => {
        const authorization = await operator.signAuthorization({ address: CAGE, chainId: 0, nonce: 4 })
        return operator.signTransaction({
          ...transaction,
          type: 'eip7702',
          authorizationList: [authorization],
        } as never)
      }),
    )
    await expect(execute()).rejects.toMatchObject({ code: 'SIGNED_BYTES_DIFFER', args: { field: 'type' } })
    expect(done).toEqual([])
  })

  test('I15: every single flipped bit of the signed bytes is refused', async () => {
    const wanted = {
      type: 'eip1559',
      chainId: 31_337,
      to: CAGE,
      value: 0n,
      data: '0x1234',
      nonce: 3,
      gas: 21_000n,
      maxFeePerGas: 7n,
      maxPriorityFeePerGas: 1n,
    } as const
    const raw = await operator.signTransaction(wanted)
    const timers = createTimers()
    const sign = (bytes: Hex) =>
      signExactly(
        answering(async () => bytes),
        operator.address,
        wanted,
        timers,
      )
    expect(await sign(raw)).toBe(raw)
    for (let bit = 0; bit < (raw.length - 2) * 4; bit += 1) {
      const at = 2 + Math.floor(bit / 4)
      const digit = (Number.parseInt(raw[at] as string, 16) ^ (1 << (bit % 4))).toString(16)
      const flipped: Hex = `0x${raw.slice(2, at)}${digit}${raw.slice(at + 1)}`
      await expect(sign(flipped), `bit ${bit}`).rejects.toMatchObject({ layer: 'custody' })
    }
    await expect(sign(`${raw}00`)).rejects.toMatchObject({ code: 'SIGNED_BYTES_DIFFER' })
    await expect(sign(serializeTransaction(wanted))).rejects.toMatchObject({ args: { field: 'signature' } })
  })

  test('error: SIGNER_WRONG_KEY for a signature by another key, whatever address the signer states', async () => {
    const stranger = privateKeyToAccount(OTHER_KEY)
    for (const signer of [stranger, answering((transaction) => stranger.signTransaction(transaction))]) {
      const { done, execute } = createRig(signer)
      await expect(execute()).rejects.toMatchObject({
        code: 'SIGNER_WRONG_KEY',
        layer: 'custody',
        args: { found: stranger.address, expected: operator.address },
      })
      expect(done).toEqual([])
    }
  })

  test.each<[string, () => Promise<Hex>]>([
    ['throws', () => Promise.reject(new Error(`device says no; key ${OTHER_KEY}`))],
    [
      'throws at once',
      () => {
        throw new Error('no device')
      },
    ],
    ['throws no error', () => Promise.reject('no')],
    ['answers nothing', async () => undefined as never],
  ])('error: SIGNER_FAILED when the signer %s; a key in its message is left out', async (_, body) => {
    const { done, execute, timers } = createRig(answering(body))
    const error = await execute().catch((cause: unknown) => cause)
    expect(error).toMatchObject({ code: 'SIGNER_FAILED', layer: 'custody' })
    expect(String(error)).not.toContain(OTHER_KEY.slice(2))
    expect(done).toEqual([])
    expect(timers.delays()).toEqual([])
  })

  test('error: SIGNED_BYTES_DIFFER for bytes that are no transaction', async () => {
    const { done, execute } = createRig(answering(async () => '0x1234'))
    await expect(execute()).rejects.toMatchObject({ code: 'SIGNED_BYTES_DIFFER' })
    expect(done).toEqual([])
  })

  test('error: SIGNER_TIMED_OUT; a signature that comes late is not sent', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const signed = vi.fn()
    const { done, execute, timers } = createRig(
      answering(async (transaction) => {
        await promise
        const raw = await operator.signTransaction(transaction)
        signed()
        return raw
      }),
    )
    const executing = execute()
    await vi.waitUntil(() => timers.delays().length > 0, { timeout: 20_000 })
    expect(timers.delays()).toEqual([SIGN_TIMEOUT_MS])
    timers.fire()
    await expect(executing).rejects.toMatchObject({ code: 'SIGNER_TIMED_OUT', layer: 'custody' })
    resolve()
    await vi.waitUntil(() => signed.mock.calls.length > 0, { timeout: 20_000 })
    expect(done).toEqual([])
  })
})
