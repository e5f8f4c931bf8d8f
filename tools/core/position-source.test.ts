import type { Address } from 'viem'
import { expect, test } from 'vitest'
import type { AddressBook } from './address-book.ts'
import { defineBase } from './base.ts'
import { collectPositionSources, type PositionIndex } from './position-source.ts'
import { defineProtocol } from './protocol.ts'

const POOL: Address = '0x0000000000000000000000000000000000000011'
const GATEWAY: Address = '0x0000000000000000000000000000000000000012'
const ORDERS: Address = '0x0000000000000000000000000000000000000013'
const BASE = defineBase({
  id: 'lender',
  contracts: { router: { abi: [] }, pool: { abi: [] }, gateway: { abi: [] }, orders: { abi: [] } },
  addresses: { 1: { router: POOL, pool: POOL, gateway: GATEWAY, orders: ORDERS } },
})
const INDEX: PositionIndex = { ask: () => [], read: () => ({ keys: [] }) }
const LENDER = defineProtocol(BASE, {
  title: 'Lender',
  standing: 'model',
  indexes: { pool: INDEX },
  cage: {
    router: ['swap'],
    pool: { functions: [], reader: { contract: 'Reader', args: [] } },
    gateway: { functions: [], reader: { contract: 'Reader', args: [] } },
    orders: { functions: [], reader: { contract: 'OrdersReader', args: [] } },
  },
})

const bookOf = (protocols: AddressBook['protocols']): AddressBook => ({
  chainId: 1,
  nativeSymbol: 'ETH',
  tokens: [],
  protocols,
})

test('behavior: one source for each reader, with what lists its positions', () => {
  const book = bookOf({ lender: { router: POOL, pool: POOL, gateway: GATEWAY, orders: ORDERS } })
  expect(collectPositionSources([LENDER], book)).toEqual([
    { protocol: 'lender', target: POOL, index: INDEX },
    { protocol: 'lender', target: ORDERS },
  ])
})

test('behavior: nothing of a protocol that is not deployed', () => {
  expect(collectPositionSources([LENDER], bookOf({}))).toEqual([])
})

test('error: an index of a contract without a reader', () => {
  expect(() =>
    defineProtocol(BASE, { title: 'Lender', standing: 'model', indexes: { router: INDEX } }),
  ).toThrow('lender: no reader shows what "router" lists')
})
