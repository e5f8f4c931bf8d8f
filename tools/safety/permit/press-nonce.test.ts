import { TransactionNotFoundError } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { keccak256 } from '../../core/keccak256.ts'
import { createCapabilityMint } from '../custody/capability.ts'
import { buildChain } from '../fixtures/build-chain.ts'
import { buildPermitBody, buildPermitRow } from '../fixtures/build-permit.ts'
import { serialiseBody } from './permit.ts'
import { pressNonce } from './press-nonce.ts'

const SIGNER = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const HEAD = { number: 5n, timestamp: 1_000n, baseFeePerGas: 50n }
const ROW = buildPermitRow({
  state: 'committing',
  body: serialiseBody(buildPermitBody({ gasLimit: 200_000n, maxFeePerGasWei: 100n })),
})

/** Press a nonce at which an action waits that offers 90 wei, where the first provider says this of the head. */
async function press(said: Partial<typeof HEAD>) {
  const raw = await SIGNER.signTransaction({
    type: 'eip1559',
    chainId: 1,
    to: SIGNER.address,
    nonce: 0,
    gas: 200_000n,
    maxFeePerGas: 90n,
    maxPriorityFeePerGas: 1n,
  })
  const node = (head: typeof HEAD) =>
    buildChain({ getBlock: async () => head, getTransaction: async () => ({}) })
  return pressNonce(ROW, [{ kind: 'action', raw, hash: keccak256(raw) }], {
    chain: node({ ...HEAD, ...said }),
    secondProvider: node(HEAD),
    sender: SIGNER.address,
    clock: { setTimer: () => () => undefined, tick: () => 1 },
    custody: { replace: () => expect.unreachable('nothing is replaced') } as never,
    mint: createCapabilityMint(),
    isHalted: () => false,
    mostFeeWei: 10_000n,
  })
}

test('default: what a block takes is left to wait', async () => {
  expect(await press({})).toBe('waiting')
  // One of two is a block ahead, of the same time and fee.
  expect(await press({ number: 6n })).toBe('waiting')
})

test.each([
  ['base fee', { baseFeePerGas: 500n }],
  ['time', { timestamp: 1_060n }],
])('I55: error: PROVIDERS_DISAGREE when one alone says another %s', async (_, said) => {
  await expect(press(said)).rejects.toMatchObject({ code: 'PROVIDERS_DISAGREE' })
})

interface Waiting {
  readonly head?: Partial<typeof HEAD>
  readonly kind?: 'action' | 'cancel'
  readonly mostFeeWei?: bigint
  /** What was offered last, and before that. */
  readonly offeredWei?: bigint
  readonly offeredBeforeWei?: bigint
  readonly isHalted?: boolean
  readonly isKnown?: boolean
}

/** Press a nonce at which something waits that offers 90 wei, and tell what takes its place. */
async function replace({
  head,
  kind = 'action',
  mostFeeWei = 10_000n,
  offeredWei = 90n,
  offeredBeforeWei,
  isHalted = false,
  isKnown = true,
}: Waiting) {
  const sign = async (maxFeePerGas: bigint) => {
    const raw = await SIGNER.signTransaction({
      type: 'eip1559',
      chainId: 1,
      to: SIGNER.address,
      nonce: 0,
      gas: 200_000n,
      maxFeePerGas,
      maxPriorityFeePerGas: 1n,
    })
    return { raw, hash: keccak256(raw) }
  }
  const before =
    offeredBeforeWei === undefined ? [] : [{ kind: 'action' as const, ...(await sign(offeredBeforeWei)) }]
  const signed: [string, bigint][] = []
  const step = await pressNonce(ROW, [...before, { kind, ...(await sign(offeredWei)) }], {
    chain: buildChain({
      getBlock: async () => ({ ...HEAD, ...head }),
      async getTransaction({ hash }) {
        if (isKnown) return {}
        throw new TransactionNotFoundError({ hash })
      },
    }),
    secondProvider: undefined,
    sender: SIGNER.address,
    clock: { setTimer: () => () => undefined, tick: () => 1 },
    custody: {
      replace: async (request: { kind: string; maxFeePerGasWei: bigint }) =>
        void signed.push([request.kind, request.maxFeePerGasWei]),
      resend: async () => undefined,
    } as never,
    mint: createCapabilityMint(),
    isHalted: () => isHalted,
    mostFeeWei,
  })
  return [step, ...signed]
}

test('I20: an action waits up to its deadline, and at it is cancelled', async () => {
  expect(await replace({ head: { timestamp: 1_059n } })).toEqual(['waiting'])
  expect(await replace({ head: { timestamp: 1_060n } })).toEqual(['cancelling', ['cancel', 100n]])
})

test('default: an action that is stuck is raised to the fee that was permitted, and what cancels never becomes it again', async () => {
  expect(await replace({ head: { baseFeePerGas: 95n } })).toEqual(['raised', ['raise', 100n]])
  expect(await replace({ head: { baseFeePerGas: 95n }, kind: 'cancel' })).toEqual([
    'cancelling',
    ['cancel', 190n],
  ])
})

test('I13 I15: what was offered last decides, and what a block just takes is left to wait', async () => {
  expect(await replace({ head: { baseFeePerGas: 90n } })).toEqual(['waiting'])
  expect(await replace({ head: { baseFeePerGas: 60n }, offeredBeforeWei: 50n })).toEqual(['waiting'])
  expect(await replace({ head: { baseFeePerGas: 95n }, kind: 'cancel', offeredBeforeWei: 50n })).toEqual([
    'cancelling',
    ['cancel', 190n],
  ])
})

test('I4 I56: what cancels pays no more than the gas that was permitted, and so much that a halt outbids it', async () => {
  // 200 000 gas at 100 wei pay for 21 000 at 952.
  expect(await replace({ head: { baseFeePerGas: 500n } })).toEqual(['cancelling', ['cancel', 952n]])
  expect(await replace({ head: { baseFeePerGas: 500n }, mostFeeWei: 600n })).toEqual([
    'cancelling',
    ['cancel', 600n],
  ])
})

test('I46: after a halt an action is cancelled, or left to wait; only what cancels is sent again', async () => {
  expect(await replace({ isHalted: true })).toEqual(['cancelling', ['cancel', 100n]])
  // Nothing that nodes take is within what was permitted.
  const dear = { isHalted: true, isKnown: false, mostFeeWei: 98n }
  expect(await replace(dear)).toEqual(['waiting'])
  expect(await replace({ ...dear, kind: 'cancel' })).toEqual(['resent'])
  expect(await replace({ isKnown: false })).toEqual(['resent'])
})

test('I20: what replaces offers a tenth more, rounded up, and at least the base fee, or is not sent', async () => {
  const past = { timestamp: 1_060n }
  expect(await replace({ head: past, offeredWei: 91n })).toEqual(['cancelling', ['cancel', 101n]])
  expect(await replace({ head: past, mostFeeWei: 99n })).toEqual(['cancelling', ['cancel', 99n]])
  expect(await replace({ head: past, mostFeeWei: 98n })).toEqual(['waiting'])
  expect(await replace({ head: { ...past, baseFeePerGas: 500n }, mostFeeWei: 499n })).toEqual(['waiting'])
  expect(await replace({ head: { baseFeePerGas: 95n }, offeredWei: 91n })).toEqual([
    'cancelling',
    ['cancel', 190n],
  ])
})
