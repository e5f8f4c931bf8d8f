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
