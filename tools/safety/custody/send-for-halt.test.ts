import { type Hex, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { ChainReader } from '../../core/chain.ts'
import { createEventBus } from '../../core/events.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { buildChain } from '../fixtures/build-chain.ts'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { buildReceipt } from '../fixtures/build-receipt.ts'
import {
  disarmFees,
  type HaltSender,
  pauseFees,
  readHaltNonce,
  sendForHalt,
  waitForHalt,
} from './send-for-halt.ts'

const GWEI = 1_000_000_000n
const { gas } = buildPolicy()

test.each([
  ['twice the usual tip and a little more', 100n * GWEI, 2n * GWEI, 5n * GWEI],
  ['a little where none is usual', 100n * GWEI, 0n, GWEI],
  ['all where the ceiling is lower, as a tip above it is no transaction', GWEI / 2n, 2n * GWEI, GWEI / 2n],
])('I56: what follows a pause tips %s', (_, maxFeePerGasWei, usualWei, priorityFeeWei) => {
  const policy = { gas: { ...gas, maxFeePerGasWei, priorityFeeWei: usualWei } }
  expect(disarmFees(policy)).toEqual({ maxFeePerGasWei, priorityFeeWei })
  expect(pauseFees(policy)).toEqual({ maxFeePerGasWei, priorityFeeWei: maxFeePerGasWei })
})

test('I47 I56: the nonce is that of what still waits to be mined, which is replaced', async () => {
  const getTransactionCount = async ({ blockTag = 'latest' }) => (blockTag === 'latest' ? 7 : 9)
  const chain = buildChain({ getTransactionCount: getTransactionCount as ChainReader['getTransactionCount'] })
  expect(await readHaltNonce({ chain }, '0x00000000000000000000000000000000000000c2')).toBe(7)
})

const clock: HaltSender['clock'] = { setTimer: () => () => undefined }

/** Send a transaction of a halt by some ways; answers what was taken and, in their order, what was signed. */
async function send(broadcasters: HaltSender['broadcasters'], around: Partial<HaltSender> = {}) {
  const signed: Hex[] = []
  const hashes = await sendForHalt(
    { chainId: 1, signer: privateKeyToAccount(`0x${'11'.repeat(32)}`), clock, broadcasters, ...around },
    {
      to: `0x${'cc'.repeat(20)}`,
      data: '0x',
      gasLimit: 21_000n,
      nonce: 4,
      fees: { maxFeePerGasWei: 64n * GWEI, priorityFeeWei: 64n },
      onSigned: (raw) => void signed.push(raw),
    },
  )
  return { hashes, signed }
}

test('I56: what no way takes is offered for less at the same nonce, until one does', async () => {
  const refusing = { send: () => Promise.reject(new Error('too dear')), isKnown: async () => false }
  const poor = {
    ...refusing,
    send: async (raw: Hex) =>
      (parseTransaction(raw).maxFeePerGas ?? 0n) > GWEI ? refusing.send() : keccak256(raw),
  }
  const { hashes, signed } = await send([refusing, poor])
  expect(hashes).toEqual([keccak256(signed.at(-1) as Hex)])
  const offered = signed.map((raw) => parseTransaction(raw))
  expect(offered.map(({ maxFeePerGas }) => maxFeePerGas)).toEqual([64n * GWEI, 8n * GWEI, GWEI])
  expect(offered.map(({ nonce }) => nonce)).toEqual([4, 4, 4])
  await expect(send([refusing])).rejects.toThrow('too dear')
})

test('I55 I56: what one node says it took is offered for less to the one that refused it', async () => {
  const [taken, dear]: [Hex[], Hex[]] = [[], []]
  const liar = {
    send: async (raw: Hex) => {
      dear.push(raw)
      return keccak256(raw)
    },
    isKnown: async () => true,
  }
  const poor = {
    async send(raw: Hex) {
      if ((parseTransaction(raw).maxFeePerGas ?? 0n) > GWEI) throw new Error('insufficient funds')
      taken.push(raw)
      return keccak256(raw)
    },
    isKnown: async () => false,
  }
  const { hashes } = await send([liar, poor])
  expect(taken).toHaveLength(1)
  expect(dear).toHaveLength(1)
  expect(hashes).toEqual([...taken, ...dear].map((raw) => keccak256(raw)))
})

test('I47: what a node is silent about is not signed again where another has it, and offered for less where none has', async () => {
  const hung = {
    send: () => new Promise<Hex>(() => undefined),
    isKnown: () => new Promise<boolean>(() => undefined),
  }
  const takes = { send: async (raw: Hex) => keccak256(raw), isKnown: async () => true }
  const impatient: HaltSender['clock'] = {
    setTimer(_, body) {
      setImmediate(body)
      return () => undefined
    },
  }
  const { signed } = await send([hung, takes], { clock: impatient })
  expect(signed).toHaveLength(1)
  const offered: Hex[] = []
  const silent = {
    ...hung,
    send(raw: Hex) {
      offered.push(raw)
      return hung.send()
    },
  }
  await expect(send([silent], { clock: impatient })).rejects.toMatchObject({ code: 'CHAIN_TIMEOUT' })
  expect(offered).toHaveLength(3)
})

test('I56: a node that lost the request is asked for it once every other has been told, and is offered no less', async () => {
  let isTold = false
  const lost = { send: () => Promise.reject(new Error('connection refused')), isKnown: async () => isTold }
  const slow = {
    async send(raw: Hex) {
      await new Promise(setImmediate)
      isTold = true
      return keccak256(raw)
    },
    isKnown: async () => true,
  }
  const { signed } = await send([lost, slow])
  expect(signed).toHaveLength(1)
})

test('I47: error: TRANSACTION_REVERTED: what was mined and reverted did nothing', async () => {
  const hash: Hex = `0x${'01'.repeat(32)}`
  const wait = (status: 'success' | 'reverted') =>
    waitForHalt(
      {
        broadcaster: { waitForReceipt: async () => buildReceipt({ transactionHash: hash, status }) } as never,
      },
      hash,
      { clock, events: createEventBus() },
    )
  await expect(wait('success')).resolves.toMatchObject({ status: 'success' })
  await expect(wait('reverted')).rejects.toMatchObject({ code: 'TRANSACTION_REVERTED' })
})
