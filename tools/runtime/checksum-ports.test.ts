import { type Address, getAddress } from 'viem'
import { expect, test } from 'vitest'
import { NATIVE_TOKEN } from '../core/address-book.ts'
import { buildPolicy } from '../safety/fixtures/build-policy.ts'
import { checksumPorts } from './checksum-ports.ts'

const OWNER = getAddress(`0x${'ab'.repeat(20)}`)
const SPENDER = getAddress(`0x${'cd'.repeat(20)}`)

/** What an owner configures, with each address written in some way. */
const configure = (write: (address: Address) => string) => {
  const [owner, spender, native] = [OWNER, SPENDER, NATIVE_TOKEN].map((address) => write(address) as Address)
  return {
    policy: buildPolicy({ owner: owner as Address, spenders: [spender as Address], recipients: [] }),
    book: {
      ...{ chainId: 1, nativeSymbol: 'ETH', wrappedNative: native as Address, tokens: [] },
      protocols: { weth: { weth: spender as Address } },
    },
    account: owner as Address,
    operator: spender as Address,
    other: 'kept',
  }
}

test.each<[string, (address: Address) => string]>([
  ['lower case', (address) => address.toLowerCase()],
  ['upper case', (address) => `0x${address.slice(2).toUpperCase()}`],
])('behavior: addresses in %s are those with their checksums', (_, write) => {
  expect(checksumPorts(configure(write))).toEqual(configure((address) => address))
})

test('behavior: a book that is written so already is the same one', () => {
  const ports = configure((address) => address)
  expect(checksumPorts(ports).book).toBe(ports.book)
})

test('error: an address with another checksum than its own is named', () => {
  const ports = { ...configure((address) => address), operator: `0x${'aB'.repeat(20)}` as Address }
  expect(() => checksumPorts(ports)).toThrow(
    `/operator: ${ports.operator} has another checksum than its own, expected ${OWNER}`,
  )
})
