import { expect, test } from 'vitest'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { createAccountLease } from './account-lease.ts'

function open() {
  const database = openSafetyDatabase(':memory:')
  const store = createSafetyStore(database)
  return { lease: createAccountLease(store), store, database }
}

test('I12: a store claims an account that never acted, and none that did', () => {
  const [fresh, used] = [open(), open()]
  fresh.lease.assertHeld(0, false)
  expect(fresh.lease.next()).toBe(0)
  used.lease.assertHeld(3, true)
  expect(used.lease.next()).toBeUndefined()
  used.lease.assertClaimed('close-position')
  expect(() => used.lease.assertClaimed('new-position')).toThrow(
    expect.objectContaining({ code: 'ACCOUNT_NOT_CLAIMED' }),
  )
})

test('I12: error: ACCOUNT_FENCED for a nonce that another signer used; one that lags is none', () => {
  const { lease } = open()
  lease.claim(3)
  lease.assertHeld(3, true)
  lease.assertHeld(2, true)
  expect(() => lease.assertHeld(4, true)).toThrow(
    expect.objectContaining({ code: 'ACCOUNT_FENCED', args: { expected: 3, found: 4 } }),
  )
})

test('I13: a nonce that was used is never expected again', () => {
  const { lease } = open()
  lease.use(7)
  expect(lease.next()).toBeUndefined()
  lease.claim(3)
  lease.use(3)
  lease.use(2)
  expect(lease.next()).toBe(4)
})

test('I59: a claim that is not what the log says is none, and is not made anew', () => {
  const { lease, store, database } = open()
  lease.claim(3)
  database.exec("UPDATE meta SET value = '9' WHERE key = 'account-nonce'")
  expect(lease.next()).toBeUndefined()
  const before = store.auditHead()
  lease.assertHeld(9, false)
  expect(store.auditHead()).toEqual(before)
  expect(lease.next()).toBeUndefined()
})
