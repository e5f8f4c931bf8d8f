import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createEventBus } from '../../core/events.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { createCageExecutor } from '../custody/cage-executor.ts'
import { createCapabilityMint } from '../custody/capability.ts'
import { createCustody } from '../custody/custody.ts'
import { buildChain } from '../fixtures/build-chain.ts'
import { buildPermitBody, buildPermitRow } from '../fixtures/build-permit.ts'
import { serialiseBody } from '../permit/permit.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { createOutboxPort } from './outbox-port.ts'

const SIGNER = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const idOf = (index: number) => `0x${index.toString(16).padStart(64, '0')}` as const
const [ACTION, ORDER] = [idOf(1), idOf(2)]

/** An outbox in which an action waits to be mined, over a node that takes what it is sent or does not. */
async function openOutbox(takes: boolean, timestamp = 1_000n) {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  const body = serialiseBody(buildPermitBody({ gasLimit: 200_000n, maxFeePerGasWei: 100n }))
  for (const permitId of [ACTION, ORDER]) store.insertPermit(buildPermitRow({ permitId, body }))
  store.movePermit(ACTION, 'pending', 'committing')
  const raw = await SIGNER.signTransaction({
    type: 'eip1559',
    chainId: 1,
    to: SIGNER.address,
    nonce: 0,
    gas: 200_000n,
    maxFeePerGas: 60n,
    maxPriorityFeePerGas: 1n,
  })
  store.saveTransaction(ACTION, raw, keccak256(raw))
  const clock = { setTimer: () => () => undefined, tick: () => 1 }
  const mint = createCapabilityMint()
  const custody = createCustody(mint, { pass: () => undefined } as never)
  custody.setTxExecutor(
    createCageExecutor({
      chainId: 1,
      cage: SIGNER.address,
      signer: SIGNER,
      sender: SIGNER.address,
      clock,
      outbox: store,
      latch: { assertOpen: () => undefined },
      broadcaster: {
        send: async (bytes) => (takes ? keccak256(bytes) : Promise.reject(new Error('503'))),
        isKnown: async () => takes,
        waitForReceipt: () => new Promise(() => undefined),
      },
      events: createEventBus(),
    }),
  )
  const chain = buildChain({
    getBlock: async () => ({ number: 5n, timestamp, baseFeePerGas: 50n }),
    getTransactionCount: async () => 0,
    getTransactionReceipt: async () => undefined,
  })
  const port = createOutboxPort({
    store,
    chain,
    secondProvider: undefined,
    sender: SIGNER.address,
    clock,
    custody,
    mint,
    isHalted: () => false,
    mostFeeWei: 10_000n,
  })
  const replace = (kind: 'raise' | 'cancel') =>
    port.carryOut({ permitId: ORDER, operation: 'replace', params: { permitId: ACTION, kind } })
  return { store, port, replace }
}

test.each([
  'raise',
  'cancel',
] as const)('default: %s takes the place of what waits, and its receipt says so', async (kind) => {
  const { store, port, replace } = await openOutbox(true)
  expect(port.readReceipt(ORDER)).toBeUndefined()
  await replace(kind)
  const last = store.listTransactions(ACTION).at(-1)
  expect(port.readReceipt(ORDER)).toMatchObject({ permitId: ACTION, kind, nonce: 0, hash: last?.hash })
})

test.each([
  'raise',
  'cancel',
] as const)('I49: %s that no node takes is done: recovery sends what was kept', async (kind) => {
  const { store, port, replace } = await openOutbox(false)
  await expect(replace(kind)).rejects.toMatchObject({ code: 'BROADCAST_FAILED' })
  const last = store.listTransactions(ACTION).at(-1)
  expect(last?.kind).toBe(kind)
  expect(port.readReceipt(ORDER)).toMatchObject({ kind, hash: last?.hash })
})

test('I21: error: REPLACEMENT_NOT_OPEN for what came to an end, and for what is being cancelled', async () => {
  const ended = await openOutbox(true)
  ended.store.movePermit(ACTION, 'committing', 'failed')
  const refused = { code: 'REPLACEMENT_NOT_OPEN' }
  await expect(ended.replace('raise')).rejects.toMatchObject(refused)
  await expect(ended.replace('cancel')).rejects.toMatchObject(refused)
  const { store, replace } = await openOutbox(true)
  await replace('cancel')
  await expect(replace('raise')).rejects.toMatchObject(refused)
  expect(store.listTransactions(ACTION).map(({ kind }) => kind)).toEqual(['action', 'cancel'])
})

test('I20: error: REPLACEMENT_NOT_OPEN for an action whose deadline is over; it may still be cancelled', async () => {
  const { store, replace } = await openOutbox(true, 1_060n)
  await expect(replace('raise')).rejects.toMatchObject({ code: 'REPLACEMENT_NOT_OPEN' })
  await replace('cancel')
  expect(store.listTransactions(ACTION).at(-1)?.kind).toBe('cancel')
})
