import { expect, test } from 'vitest'
import { createFetchedSlots } from './fetched-slots.ts'

const account = `0x${'a'.repeat(40)}`
const one = `0x${'1'.padStart(64, '0')}`

const ask = (id: number, params: readonly unknown[], method = 'eth_getStorageAt') => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

test('default', () => {
  const slots = createFetchedSlots(16n)
  slots.note(ask(1, [account, '0x5', '0x10']), { id: 1, result: one })
  slots.note(ask(2, [account, '0x5', '0x10']), { id: 2, result: one })
  slots.note(ask(3, [account, '0x5', '0x10']), { id: 3, result: one })
  expect(slots.fetched).toEqual([['anvil_setStorageAt', [account, '0x5', one]]])
})

test('behavior: several requests at once are matched with their answers by id', () => {
  const slots = createFetchedSlots(16n)
  const asked = [ask(1, [account, '0x5', '0x10']), ask(2, [account, '0x6', '0x10'])]
  const answered = [
    { id: 2, result: '0x6' },
    { id: 1, result: '0x5' },
  ]
  slots.note(asked, answered)
  slots.note(asked, answered)
  expect(slots.fetched).toEqual([
    ['anvil_setStorageAt', [account, '0x5', '0x5']],
    ['anvil_setStorageAt', [account, '0x6', '0x6']],
  ])
})

test('behavior: an account is learned only if it is not there', () => {
  const slots = createFetchedSlots(16n)
  const absent = { balance: '0x0', nonce: '0x0', code: '0x' }
  for (const [id, change] of [{ balance: '0x1' }, { nonce: '0x1' }, { code: '0x60' }, {}].entries()) {
    const asked = ask(id, [`0x${String(id).repeat(40)}`, '0x10'], 'eth_getAccountInfo')
    slots.note(asked, { id, result: { ...absent, ...change } })
  }
  expect(slots.fetched).toEqual([['anvil_setBalance', [`0x${'3'.repeat(40)}`, '0x0']]])
})

test('behavior: an account that is asked for in parts is learned as well, if it is not there', () => {
  const slots = createFetchedSlots(16n)
  const absent = { eth_getBalance: '0x0', eth_getTransactionCount: '0x0', eth_getCode: '0x' }
  const learn = (address: string, shown: Record<string, string>) => {
    for (const [id, [method, result]] of Object.entries({ ...absent, ...shown }).entries()) {
      slots.note(ask(id, [address, '0x10'], method), { id, result })
    }
  }
  for (const [index, method] of Object.keys(absent).entries()) {
    learn(`0x${String(index + 1).repeat(40)}`, { [method]: '0x1' })
  }
  expect(slots.fetched).toEqual([])
  learn(account, {})
  expect(slots.fetched).toEqual([['anvil_setBalance', [account, '0x0']]])
})

test('behavior: what is dropped is learned no more', () => {
  const slots = createFetchedSlots(16n)
  const learn = (slot: string) => slots.note(ask(1, [account, slot, '0x10']), { id: 1, result: one })
  learn('0x5')
  learn('0x6')
  slots.dropSince(1)
  learn('0x6')
  learn('0x7')
  expect(slots.fetched).toEqual([
    ['anvil_setStorageAt', [account, '0x5', one]],
    ['anvil_setStorageAt', [account, '0x7', one]],
  ])
})

test.each([
  ['of another block', ask(1, [account, '0x5', '0xf']), { id: 1, result: one }],
  ['of the latest block', ask(1, [account, '0x5', 'latest']), { id: 1, result: one }],
  ['that is no slot', ask(1, [account, '0x10'], 'eth_getBalance'), { id: 1, result: one }],
  ['of an account that failed', ask(1, [account, '0x10'], 'eth_getAccountInfo'), { id: 1, result: null }],
  ['that failed', ask(1, [account, '0x5', '0x10']), { id: 1, error: { code: -32603 } }],
  ['without parameters', { id: 1, method: 'eth_getStorageAt' }, { id: 1, result: one }],
  ['that is not JSON-RPC', 'anything', undefined],
])('behavior: nothing is learned from a request %s', (_, asked, answered) => {
  const slots = createFetchedSlots(16n)
  for (let round = 0; round < 3; round += 1) slots.note(asked, answered)
  expect(slots.fetched).toEqual([])
})
