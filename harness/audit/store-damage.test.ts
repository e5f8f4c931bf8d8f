import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { registerDigests } from '../../tools/safety/store/row-digest.ts'
import { SCHEMA_SQL } from '../../tools/safety/store/sql.ts'
import { damageRows } from './store-damage.ts'

function openStore(): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  registerDigests(database, ':memory:')
  database.exec(SCHEMA_SQL)
  database.exec("INSERT INTO meta (key, value) VALUES ('a', 1), ('b', 2)")
  return database
}

test('default', () => {
  const database = openStore()
  damageRows(database, { kind: 'rows', table: 'meta', key: 'a', set: { value: 'x' } })
  expect(database.prepare("SELECT value FROM meta WHERE key = 'a'").get()).toEqual({ value: 'x' })
})

test.each([
  ['a value that the column does not hold', { key: 'a', set: { value: null } }],
  ['one key for all rows', { set: { key: 'same' } }],
  ['no such row', { key: 'c' }],
])('error: STEP_IMPOSSIBLE: %s', (_, damage) => {
  const database = openStore()
  expect(() => damageRows(database, { kind: 'rows', table: 'meta', ...damage })).toThrow(
    expect.objectContaining({ code: 'STEP_IMPOSSIBLE' }),
  )
})

test.each([
  [{ key: 'c' }, 'none with the key c'],
  [{}, 'an empty table'],
  [{ key: 'last' }, 'an empty table'],
])('error: STEP_IMPOSSIBLE says what was there of %j', (damage, found) => {
  const database = openStore()
  database.exec('DELETE FROM meta')
  expect(() => damageRows(database, { kind: 'rows', table: 'meta', ...damage })).toThrow(
    expect.objectContaining({ details: expect.objectContaining({ found }) }),
  )
})
