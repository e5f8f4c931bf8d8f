import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import { type DecodedCall, type InnerCall, NO_EFFECT } from '../../core/call-decoder.ts'
import type { DecoderIndex } from '../../core/decoder-index.ts'
import { decodeCalls } from './decode-calls.ts'

const ACCOUNT: Address = `0x${'aa'.repeat(20)}`
const TARGET: Address = `0x${'bb'.repeat(20)}`
const MOST_BYTES = 131_072
const LEAF: DecodedCall = { ...NO_EFFECT, functionName: 'leaf' }
const APPROVAL: DecodedCall = {
  ...LEAF,
  approvals: [{ token: TARGET, spender: TARGET, amountBaseUnits: 1n }],
  ends: [{ token: TARGET, spender: TARGET, keeper: TARGET }],
}

const callOf = (data: Hex) => ({ to: TARGET, valueWei: 0n, data })
const bytes = (count: number): Hex => `0x${'12'.repeat(count)}`
const inner = (leaves: readonly InnerCall[]): DecodedCall => ({
  ...LEAF,
  functionName: 'bundle',
  inner: leaves,
})

/** Decode calls by decoders that answer the same each time. */
const decode = (data: Hex, answers: Partial<DecoderIndex>) =>
  decodeCalls([callOf(data)], { decode: () => LEAF, decodeFormat: () => LEAF, ...answers }, ACCOUNT)

test('I5: a call of more bytes than are read is not understood, at the first byte beyond them', () => {
  expect(decode(bytes(MOST_BYTES), {}).undecodable).toEqual([])
  expect(decode(bytes(MOST_BYTES + 1), {})).toMatchObject({
    leaves: [],
    undecodable: [{ index: 0, to: TARGET, selector: '0x12121212' }],
  })
  const format = (count: number) => ({
    decode: () => inner([{ format: 'path', data: bytes(count), target: TARGET, account: ACCOUNT }]),
  })
  expect(decode('0x', format(MOST_BYTES)).undecodable).toEqual([])
  expect(decode('0x', format(MOST_BYTES + 1)).undecodable).toMatchObject([{ selector: 'path' }])
})

test('I5: bundles are unfolded eight deep, and what is deeper is not understood', () => {
  let asked = 0
  const calls = (depth: number) => {
    asked = 0
    return decode('0x', {
      decode() {
        asked += 1
        return asked > depth ? LEAF : inner([{ call: callOf('0x'), caller: ACCOUNT }])
      },
    })
  }
  expect(calls(8)).toMatchObject({ undecodable: [], calls: { length: 9 } })
  expect(calls(9).undecodable).toHaveLength(1)
  const formats = (depth: number) => {
    asked = 0
    const leaf = { format: 'path', data: '0x', target: TARGET, account: ACCOUNT } as const
    return decode('0x', {
      decode: () => inner([leaf]),
      decodeFormat() {
        asked += 1
        return asked < depth ? inner([leaf]) : LEAF
      },
    })
  }
  expect(formats(8).undecodable).toEqual([])
  expect(formats(9).undecodable).toHaveLength(1)
})

test('I5: a bundle of more leaves than are counted is not understood', () => {
  const bundle = (leaves: number) => decode('0x', { decode: () => inner(Array(leaves).fill(LEAF)) })
  // The bundle is a leaf of its own.
  expect(bundle(255)).toMatchObject({ leaves: { length: 256 }, undecodable: [] })
  expect(bundle(256)).toMatchObject({ leaves: { length: 256 }, undecodable: { length: 1 } })
})

test('I5: one leaf that nobody decodes is told, in whatever it lies', () => {
  expect(decode('0x', { decode: () => undefined }).undecodable).toHaveLength(1)
  expect(decode('0x', { decode: () => inner([LEAF, { undecodable: '0x87654321ff' }]) })).toMatchObject({
    leaves: { length: 2 },
    undecodable: [{ index: 0, to: TARGET, selector: '0x87654321' }],
  })
})

test('I5 I27: what another contract approves in its own name is forbidden, and ends nothing of the account', () => {
  const as = (caller: Address) => {
    let asked = 0
    return decode('0x', {
      decode() {
        asked += 1
        return asked === 1 ? inner([{ call: callOf('0x01'), caller }]) : APPROVAL
      },
    }).leaves[1]
  }
  expect(as(ACCOUNT)).toEqual(APPROVAL)
  const { ends: _, ...approved } = APPROVAL
  expect(as(TARGET)).toEqual({ ...approved, forbidden: expect.stringContaining(TARGET) })
})
