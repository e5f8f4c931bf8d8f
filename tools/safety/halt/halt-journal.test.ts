import { expect, test } from 'vitest'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { createHaltJournal } from './halt-journal.ts'

test('I51 I56: what the store does not take is written in its order once it does, each once', () => {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  let isFull = true
  const journal = createHaltJournal({
    ...store,
    appendAudit(kind, body) {
      if (isFull) throw new Error('the disk is full')
      return store.appendAudit(kind, body)
    },
  })
  const written = () => store.readAudit(1, 10).map(({ kind, body }) => [kind, body])
  for (const kind of ['one', 'two', 'three']) journal.note(kind, { kind })
  journal.flush()
  expect(written()).toEqual([])
  isFull = false
  journal.flush()
  journal.note('four', {})
  journal.flush()
  expect(written()).toEqual([
    ['one', '{"kind":"one"}'],
    ['two', '{"kind":"two"}'],
    ['three', '{"kind":"three"}'],
    ['four', '{}'],
  ])
})
