import { type Address, getAddress, type Hex, pad, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { findPinned, listPinned, readPinned } from './pinned-code.ts'

const [PLAIN, PROXY, CODE, OTHER] = ['0x1a', '0x2b', '0x3c', '0x4d'].map((byte) =>
  getAddress(pad(byte as Hex, { size: 20 })),
) as [Address, Address, Address, Address]
const hash = (byte: string): Hex => `0x${byte.repeat(32)}`
const PIN = { slot: hash('05'), address: CODE, codeHash: hash('33') }
const POLICY = buildPolicy({
  targets: [
    { address: PLAIN, selectors: [], codeHash: hash('11') },
    { address: PROXY, selectors: [], codeHash: hash('22'), implementation: PIN },
  ],
})
const PINNED = findPinned(POLICY, [PROXY, NATIVE_TOKEN, PLAIN, PROXY.toLowerCase() as Address])

test('default: what is touched is read once, and what is behind a proxy after it', () => {
  expect(listPinned(PINNED)).toEqual([PROXY, PLAIN, CODE])
})

test('I18: a proxy points to the last 20 bytes of its slot, and to the code that is read for it', () => {
  const found = readPinned(PINNED, [pad(OTHER, { size: 32 })], [hash('22'), hash('11'), hash('33')])
  expect(found).toEqual({
    targets: [PROXY, PLAIN],
    codeHashes: [hash('22'), hash('11')],
    implementations: [{ proxy: PROXY, expected: PIN, address: OTHER, codeHash: hash('33') }],
  })
})

test('I18: what nobody read is no code, and no address that anything is expected at', () => {
  expect(readPinned(PINNED, [undefined], undefined)).toMatchObject({
    codeHashes: [],
    implementations: [{ address: zeroAddress, codeHash: undefined }],
  })
})
