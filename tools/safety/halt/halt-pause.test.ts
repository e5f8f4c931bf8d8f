import { type Hex, keccak256, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { Broadcaster } from '../../core/chain.ts'
import { createEventBus } from '../../core/events.ts'
import type { TransactionSigner } from '../custody/signers/transaction-signer.ts'
import { buildChain } from '../fixtures/build-chain.ts'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { buildReceipt } from '../fixtures/build-receipt.ts'
import type { PauseAnswer, PauseRequest } from '../guardian/guardian-pause.ts'
import { pauseCage } from './halt-pause.ts'

const ACCOUNT = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const CEILING_WEI = 500_000_000_000n
const OPERATOR = privateKeyToAccount(`0x${'11'.repeat(32)}`)

/** One way to a chain that is paused by whatever is mined, unless its node says otherwise. */
interface Way {
  readonly says?: boolean | 'silent'
  readonly nonce?: number | 'silent'
  /** Whether the others tell their nonce first. */
  readonly isLate?: boolean
  readonly takes?: (feeWei: bigint) => boolean
  readonly mines?: boolean
}

/** Pause by an operator and a guardian over some ways to the chain. */
async function pause(around: {
  readonly ways: readonly Way[]
  readonly signer?: TransactionSigner
  readonly answer?: PauseAnswer | 'silent'
  readonly knownNonce?: number
  readonly wasPaused?: boolean
}) {
  const asked: PauseRequest[] = []
  const sent: { way: number; nonce: number; feeWei: bigint; tipWei: bigint }[] = []
  const waitedFor: Hex[] = []
  const noted: unknown[] = []
  const unnoted: Hex[] = []
  let isPaused = false
  const routes = around.ways.map((way, index) => ({
    chain: buildChain({
      readContract: async () => {
        if (way.says === 'silent') throw new Error('connection refused')
        return way.says ?? isPaused
      },
      getTransactionCount: async () => {
        if (way.isLate) await new Promise(setImmediate)
        if (way.nonce === 'silent') throw new Error('connection refused')
        return way.nonce ?? 7
      },
    }),
    broadcaster: {
      async send(raw) {
        const { nonce = 0, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parseTransaction(raw)
        if (!noted.includes(raw)) unnoted.push(raw)
        sent.push({ way: index, nonce, feeWei: maxFeePerGas, tipWei: maxPriorityFeePerGas })
        if (way.takes && !way.takes(maxFeePerGas)) throw new Error('insufficient funds')
        return keccak256(raw)
      },
      isKnown: async () => false,
      async waitForReceipt(hash) {
        waitedFor.push(hash)
        if (way.mines === false) throw new Error('no block came')
        isPaused = true
        return buildReceipt({ transactionHash: hash, blockHash: hash })
      },
    } satisfies Broadcaster,
  }))
  const { answer } = around
  const paused = await pauseCage(
    {
      policy: buildPolicy({
        gas: { maxGasLimit: 1_000_000n, priorityFeeWei: 0n, maxFeePerGasWei: CEILING_WEI },
      }),
      account: ACCOUNT,
      routes,
      signer: around.signer,
      ...(answer === undefined
        ? {}
        : {
            guardian: {
              pause(request) {
                asked.push(request)
                return answer === 'silent' ? new Promise(() => undefined) : Promise.resolve(answer)
              },
            },
          }),
      // What never comes is over soon; all else takes as long as the machine needs.
      clock: {
        setTimer(_, callback) {
          const isSilent = around.signer === hung || answer === 'silent'
          const timer = setTimeout(callback, isSilent ? 1_000 : 60_000)
          return () => clearTimeout(timer)
        },
      },
      events: createEventBus(),
      knownNonce: () => around.knownNonce,
      note: (_, body) => void noted.push((body as { raw: unknown }).raw),
    },
    around.wasPaused ?? false,
  )
  return { ...paused, asked, sent, waitedFor, unnoted }
}

const hung: TransactionSigner = {
  address: OPERATOR.address,
  signTransaction: () => new Promise(() => undefined),
}
const HASH = `0x${'11'.repeat(32)}` as const

test.each([
  ['says that it is done', { alreadyPaused: true }, 'the cage is not paused'],
  ['sends nothing that is mined', { sent: HASH }, 'no block came'],
  ['refuses', { refused: 'no' }, 'the guardian refused: no'],
  ['does not answer', 'silent', 'no answer within'],
  ['is not there', undefined, 'the guardian gave no answer: there is none'],
] as const)('I47: a guardian that %s paused nothing', async (_, answer, reason) => {
  const { by, items, asked } = await pause({ ways: [{ mines: false }], ...(answer ? { answer } : {}) })
  expect(items).toEqual([
    { item: 'pause the cage', ok: false, reason: 'no transaction executor is configured' },
    { item: 'let the guardian pause the cage', ok: false, reason: expect.stringContaining(reason) },
  ])
  expect(by).toBeUndefined()
  expect(asked).toEqual(answer ? [{ chainId: 31_337, account: ACCOUNT }] : [])
})

test('I56: a signer that never answers keeps neither the guardian nor the end away', async () => {
  const { by, asked, isSignerDeaf } = await pause({ ways: [{}], signer: hung, answer: { sent: HASH } })
  expect(by).toBe('guardian')
  expect(asked).toHaveLength(1)
  expect(isSignerDeaf).toBe(true)
})

test('I55 I56: one of two nodes that says it is paused keeps nothing from being sent', async () => {
  const { sent } = await pause({ ways: [{ says: true }, {}], signer: OPERATOR, wasPaused: true })
  expect(sent.length).toBeGreaterThan(0)
  const both = await pause({ ways: [{ says: true }, { says: true }], signer: OPERATOR, wasPaused: true })
  expect(both).toMatchObject({ by: 'found', sent: [], asked: [] })
})

test('I47 I56: nodes that say nothing show no pause', async () => {
  const ways = [{ says: 'silent' }, { says: 'silent' }] as const
  const { by, sent, items } = await pause({ ways, signer: OPERATOR, wasPaused: true })
  expect(sent.length).toBeGreaterThan(0)
  expect(by).toBeUndefined()
  expect(items[0]).toEqual({ item: 'pause the cage', ok: false, reason: 'the cage is not paused' })
})

test('I49: what is signed is noted before it is sent', async () => {
  const { sent, unnoted } = await pause({
    ways: [{}, { takes: () => false }],
    signer: OPERATOR,
    knownNonce: 9,
  })
  expect(sent.length).toBeGreaterThan(0)
  expect(unnoted).toEqual([])
})

test('I56: one of two nodes that says it is not paused does not make it so', async () => {
  const { by, items } = await pause({ ways: [{}, { says: false }], signer: OPERATOR })
  expect(by).toBeUndefined()
  expect(items[0]).toEqual({ item: 'pause the cage', ok: false, reason: 'the cage is not paused' })
})

test('I55: the fee is the ceiling of the policy, and the bytes go out by every way', async () => {
  const { sent } = await pause({ ways: [{}, {}], signer: OPERATOR })
  const offer = { nonce: 7, feeWei: CEILING_WEI, tipWei: CEILING_WEI }
  expect(sent).toEqual([
    { way: 0, ...offer },
    { way: 1, ...offer },
  ])
})

test('I56: what the stack knows of its nonce is enough when no node tells it', async () => {
  const { by, sent } = await pause({ ways: [{ nonce: 'silent' }], signer: OPERATOR, knownNonce: 9 })
  expect(by).toBe('operator')
  expect(sent.map(({ nonce }) => nonce)).toEqual([9])
})

test('I55 I56: a node that lies about the nonce does not keep the right one from being used', async () => {
  const { sent } = await pause({ ways: [{ nonce: 99 }, { nonce: 7 }], signer: OPERATOR })
  expect([...new Set(sent.map(({ nonce }) => nonce))].sort()).toEqual([7, 99])
})

test('I56: which of two nodes tells its nonce first does not decide which pause is waited for', async () => {
  const ways = [{ nonce: 99 }, { nonce: 7 }]
  const [first, last] = await Promise.all([
    pause({ ways: [{ ...ways[0], isLate: true }, { ...ways[1] }], signer: OPERATOR }),
    pause({ ways: [{ ...ways[0] }, { ...ways[1], isLate: true }], signer: OPERATOR }),
  ])
  expect(first.waitedFor).toEqual(last.waitedFor)
})

test('I56: an account that cannot pay the ceiling offers less', async () => {
  const takes = (feeWei: bigint) => feeWei < CEILING_WEI / 8n + 1n
  const { by, sent } = await pause({ ways: [{ takes }], signer: OPERATOR })
  expect(by).toBe('operator')
  expect(sent.map(({ feeWei }) => feeWei)).toEqual([CEILING_WEI, CEILING_WEI / 8n])
})
