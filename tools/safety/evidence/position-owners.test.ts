import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { type DecodedPositionChange, NO_EFFECT } from '../../core/call-decoder.ts'
import { ToolError } from '../../core/errors.ts'
import { buildChain } from '../fixtures/build-chain.ts'
import { readPositionOwners } from './position-owners.ts'

const [POOL, OTHER, OURS, THEIRS] = ['11', '22', '33', '44'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
  Address,
]
const change = (id: string, rest: Partial<DecodedPositionChange> = {}): DecodedPositionChange => ({
  protocol: 'pool',
  contract: POOL,
  id,
  change: 'increase',
  ...rest,
})
/** A node on which the first pool's positions are ours, and all others are theirs. */
const NODE = buildChain({ readContract: async ({ address }) => (address === POOL ? OURS : THEIRS) })

const read = async (
  positions: readonly DecodedPositionChange[],
  { chain = NODE, secondProvider }: { chain?: typeof NODE; secondProvider?: typeof NODE } = {},
) => {
  const leaves = [{ ...NO_EFFECT, functionName: 'f', positions }]
  return (await readPositionOwners(leaves, { chain, secondProvider })).map(({ owner }) => owner)
}

test('I61: positions of one number in two contracts have an owner each, and a new one has none', async () => {
  expect(await read([change('7'), change('7', { contract: OTHER }), change('7'), change('new')])).toEqual([
    OURS,
    THEIRS,
  ])
})

test('I61: whom the bytes name as the owner is held against the account, and nobody else', async () => {
  expect(await read([change('7', { owner: THEIRS }), change('7')])).toEqual([THEIRS, OURS])
})

test('I61: a contract that refuses names no owner, and a node that is silent is told as it is', async () => {
  const failing = (cause: Error) => buildChain({ readContract: () => Promise.reject(cause) })
  expect(await read([change('7')], { chain: failing(new Error('reverted')) })).toEqual([undefined])
  const silent = new ToolError('CHAIN_TIMEOUT', { subject: 'the owner', expected: 1 })
  await expect(read([change('7')], { chain: failing(silent) })).rejects.toMatchObject({
    code: 'CHAIN_TIMEOUT',
  })
})

test('I55: of two providers both have to name the same owner', async () => {
  const secondProvider = buildChain({ readContract: async () => THEIRS })
  await expect(read([change('7')], { secondProvider })).rejects.toMatchObject({ code: 'PROVIDERS_DISAGREE' })
})
