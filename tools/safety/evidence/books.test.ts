import { expect, test } from 'vitest'
import { buildChain } from '../fixtures/build-chain.ts'
import { buildEvidence } from '../fixtures/build-evidence.ts'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { BOOKS_KEY, createBookKeeper } from './books.ts'

test('I34 I59: books that are not what the log says stop nothing and stay as they are', async () => {
  const database = openSafetyDatabase(':memory:')
  const store = createSafetyStore(database)
  const books = createBookKeeper({
    store,
    policy: buildPolicy(),
    chain: buildChain(),
    secondProvider: undefined,
    clock: { setTimer: () => () => undefined },
    account: `0x${'aa'.repeat(20)}`,
  })
  const evidence = buildEvidence()
  await books.check(evidence)
  expect(store.readMeta(BOOKS_KEY)).toBeDefined()
  database.exec(`DROP TRIGGER note_meta_delete; DELETE FROM meta WHERE key = '${BOOKS_KEY}'`)
  await expect(books.check(evidence)).resolves.toBeUndefined()
  expect(store.isMetaIntact(BOOKS_KEY)).toBe(false)
})
