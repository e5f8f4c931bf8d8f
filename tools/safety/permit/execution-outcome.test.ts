import { type Hex, TransactionReceiptNotFoundError } from 'viem'
import { expect, test } from 'vitest'
import { buildChain } from '../fixtures/build-chain.ts'
import { buildPermitBody, buildPermitRow } from '../fixtures/build-permit.ts'
import { buildReceipt } from '../fixtures/build-receipt.ts'
import { findExecutionOutcome } from './execution-outcome.ts'
import { serialiseBody } from './permit.ts'

const HASH: Hex = `0x${'33'.repeat(32)}`
const ROW = buildPermitRow({ state: 'committing', nonce: 3, body: serialiseBody(buildPermitBody()) })
const UNMINED = async () => {
  throw new TransactionReceiptNotFoundError({ hash: HASH })
}

interface Said {
  readonly head?: bigint
  /** The nonce that comes next, now and twelve blocks ago; undefined where the node has forgotten it. */
  readonly nonce?: number
  readonly nonceBefore?: number | undefined
  readonly isMined?: boolean
}

/** A node that says this of the account and of the one transaction, in block 10 where it is mined. */
const node = ({ head = 100n, nonce = 4, nonceBefore, isMined = false }: Said) =>
  buildChain({
    getBlock: async () => ({ number: head }),
    async getTransactionCount({ blockNumber }) {
      if (blockNumber === undefined) return nonce
      if (nonceBefore === undefined || blockNumber !== head - 12n) throw new Error('missing trie node')
      return nonceBefore
    },
    getTransactionReceipt: isMined
      ? async () => buildReceipt({ transactionHash: HASH, blockNumber: 10n })
      : UNMINED,
  })

const find = (
  said: Said,
  { kind = 'action' as 'action' | 'cancel', second = undefined as Said | undefined } = {},
) =>
  findExecutionOutcome(ROW, [{ kind, raw: '0x02', hash: HASH }], {
    chain: node(said),
    secondProvider: second && node(second),
    clock: { setTimer: () => () => undefined },
    sender: `0x${'aa'.repeat(20)}`,
    readReceipt: (receipt) => ({ ...receipt, status: 'reverted' }),
  })

test('default: a nonce that was not used is open', async () => {
  expect(await find({ nonce: 3 })).toBeUndefined()
})

test('I13: a nonce that was used long ago by something else is taken', async () => {
  expect(await find({ nonceBefore: 4 })).toEqual({ kind: 'nonce-taken' })
  expect(await find({ nonceBefore: 4 }, { second: { nonceBefore: 4 } })).toEqual({ kind: 'nonce-taken' })
})

test.each<[string, Said, Said | undefined]>([
  ['was used just now', { nonceBefore: 3 }, undefined],
  ['cannot be looked up of then', {}, undefined],
  ['is used on a chain that is younger than that', { head: 11n }, undefined],
  ['one of two knows nothing of then', { nonceBefore: 4 }, {}],
])('I55: a nonce that %s ends no reservation', async (_, said, second) => {
  expect(await find(said, { second })).toBe('unclear')
})

test('I55: what one provider alone shows as mined is proven once it is final', async () => {
  expect(await find({ isMined: true, head: 21n })).toMatchObject({ kind: 'mined', isProven: false })
  expect(await find({ isMined: true, head: 22n })).toMatchObject({ kind: 'mined', isProven: true })
  const seen = { isMined: true, head: 10n }
  expect(await find(seen, { second: seen })).toMatchObject({ kind: 'mined', isProven: true })
})

test('behavior: an action is told by the receipt of the call inside, and what cancels it by its own', async () => {
  expect(await find({ isMined: true })).toMatchObject({ receipt: { status: 'reverted' } })
  expect(await find({ isMined: true }, { kind: 'cancel' })).toMatchObject({ receipt: { status: 'success' } })
})

test('I55: error: TRANSACTION_PENDING, PROVIDERS_DISAGREE for what one of two alone shows as mined', async () => {
  await expect(find({ isMined: true }, { second: {} })).rejects.toMatchObject({ code: 'TRANSACTION_PENDING' })
  await expect(find({}, { second: { isMined: true } })).rejects.toMatchObject({ code: 'PROVIDERS_DISAGREE' })
})
