import { expect, test } from 'vitest'
import { buildChain } from '../fixtures/build-chain.ts'
import { createHaltLatch } from '../store/halt-latch.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { createAccountLease, LEASE_KEY } from './account-lease.ts'
import { createPauseCheck } from './pause-check.ts'

/** A check over a store that claimed its account or not, and a cage that is paused or not. */
function open({ isClaimed = true, isPaused = true, sql = '', onRead = () => {} } = {}) {
  const database = openSafetyDatabase(':memory:')
  const store = createSafetyStore(database)
  const lease = createAccountLease(store)
  if (isClaimed) lease.claim(3)
  if (sql) database.exec(sql)
  const latch = createHaltLatch(store)
  const check = createPauseCheck({
    chain: buildChain({
      async readContract() {
        onRead()
        return isPaused
      },
    }),
    secondProvider: undefined,
    store,
    clock: { setTimer: () => () => undefined },
    latch,
    lease,
    account: `0x${'aa'.repeat(20)}`,
  })
  return { check, latch }
}
const UNEXPLAINED = { code: 'PAUSE_UNEXPLAINED' }

test('default: an open cage needs no explanation, and neither does a store that never acted', async () => {
  await open({ isPaused: false }).check()
  await open({ isClaimed: false }).check()
})

test.each([
  ['that has acted', ''],
  ['of which the claim was taken out', `DELETE FROM meta WHERE key = '${LEASE_KEY}'`],
])('I46 I59: error: PAUSE_UNEXPLAINED for a store %s', async (_, sql) => {
  await expect(open({ sql }).check()).rejects.toMatchObject(UNEXPLAINED)
})

test('I46: a halt that began while the cage was read explains that it is paused', async () => {
  const { check, latch } = open({ onRead: () => void latch.trip('a drill', 1_000) })
  await expect(check()).rejects.toMatchObject({ code: 'HALTED' })
})

test('I46: a pause that the stack noted is explained, until the cage is seen open', async () => {
  const { check, latch } = open()
  latch.notePause()
  await check()
  latch.noteOpen()
  await expect(check()).rejects.toMatchObject(UNEXPLAINED)
})
