import { parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { AddressBook } from './address-book.ts'
import { defineBase, describeDeployments, referTo } from './base.ts'

const VAULT = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const BASE = defineBase({
  id: 'some-vault',
  contracts: { someVault: { abi: parseAbi(['function deposit()']) }, token: { abi: [], isToken: true } },
  addresses: { 1: { someVault: VAULT } },
  errors: { VAULT_FULL: { layer: 'tool', message: 'the vault holds {found:int}', hint: 'choose another' } },
  serves: { wrappedNative: 'someVault' },
})
const bookOf = (protocols: AddressBook['protocols']): AddressBook => ({
  chainId: 10,
  nativeSymbol: 'ETH',
  tokens: [],
  protocols,
})

describe('a base', () => {
  test('behavior: gives the addresses of a book, by their names', () => {
    expect(BASE.on(bookOf({ 'some-vault': { someVault: VAULT } })).someVault).toBe(VAULT)
    expect(BASE.find(bookOf({}))).toBeUndefined()
  })

  test('error: PROTOCOL_NOT_DEPLOYED names protocol and chain', () => {
    expect(() => BASE.on(bookOf({}))).toThrow(/PROTOCOL_NOT_DEPLOYED: some-vault is not known on chain 10/)
  })

  test('error: a book that lacks one of its addresses is named at once', () => {
    expect(() => BASE.find(bookOf({ 'some-vault': {} }))).toThrow(
      'some-vault: the book of chain 10 has nothing for someVault, expected an address',
    )
  })

  test('behavior: makes errors of its own codes', () => {
    const error = BASE.error('VAULT_FULL', { found: 3n })
    expect(error.message).toBe('VAULT_FULL: the vault holds 3\n  do: choose another')
    expect(error.layer).toBe('tool')
    expect(error.withArguments({ found: 4n }).shortMessage).toBe('the vault holds 4')
  })

  test('error: an address without a checksum, or of a contract without an interface', () => {
    const define = (addresses: Record<string, `0x${string}`>) => () =>
      defineBase({ id: 'x', contracts: { a: { abi: [] } }, addresses: { 1: addresses } })
    expect(define({ a: `0x${'cC'.repeat(20)}` })).toThrow('x: a on chain 1')
    expect(define({ b: VAULT })).toThrow('contract "b" has no interface')
  })
})

test('behavior: deployments are gathered by chain, with what the chain is known by', () => {
  expect(describeDeployments([BASE], 1)).toEqual({
    protocols: { 'some-vault': { someVault: VAULT } },
    wrappedNative: VAULT,
  })
  expect(describeDeployments([BASE], 2)).toEqual({ protocols: {} })
})

test('behavior: a namesake goes by the id alone', () => {
  expect([referTo('some-vault', 'someVault'), referTo('some-vault', 'token')]).toEqual([
    'some-vault',
    'some-vault.token',
  ])
})
