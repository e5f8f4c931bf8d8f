import { expect, test } from 'vitest'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { BOOKS_KEY, createBookKeeper } from './books.ts'
import type { Evidence } from './evidence.ts'

type BookDeps = Parameters<typeof createBookKeeper>[0]

test('I34 I59: books that are not what the log says stop nothing and stay as they are', async () => {
  const database = openSafetyDatabase(':memory:')
  const store = createSafetyStore(database)
  const books = createBookKeeper({ store, policy: { assets: [] } } as unknown as BookDeps)
  const evidence = { state: { balances: [], blockNumber: 1n }, balances: [] } as unknown as Evidence
  await books.check(evidence)
  expect(store.readMeta(BOOKS_KEY)).toBeDefined()
  database.exec(`DROP TRIGGER note_meta_delete; DELETE FROM meta WHERE key = '${BOOKS_KEY}'`)
  await expect(books.check(evidence)).resolves.toBeUndefined()
  expect(store.isMetaIntact(BOOKS_KEY)).toBe(false)
})
