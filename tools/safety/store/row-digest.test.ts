import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openSafetyDatabase } from './open-database.ts'
import { digestRow, hashRow } from './row-digest.ts'

const LONG = 'x'.repeat(600)

/** Rows that are easily taken for each other: few names, few bodies, some of them long. */
const row = fc.tuple(
  fc.constantFrom('0xa', '0xb', '0xc'),
  fc.constantFrom('pending', 'committing', 'committed', 'failed', 'expired'),
  fc.constantFrom(LONG, `${LONG}y`, `y${LONG}`, 'short'),
  fc.option(fc.constantFrom(0, 1, LONG)),
)

test('behavior: the digest of a row that was seen before is that of hashing it again', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
      for (const each of rows) expect(digestRow(...each)).toBe(hashRow(each))
    }),
  )
})

test('behavior: more rows than are kept are digested all the same', () => {
  const rows = Array.from({ length: 600 }, (_, index) => [`0x${index}`, LONG])
  for (const each of [...rows, ...rows]) expect(digestRow(...each)).toBe(hashRow(each))
})

test('behavior: a name that returns with fewer columns is another row', () => {
  digestRow('0xd', LONG, null)
  expect(digestRow('0xd', LONG)).toBe(hashRow(['0xd', LONG]))
})

test('I59: the digest of a row covers each of its columns', () => {
  const database = openSafetyDatabase(':memory:')
  const tables = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").all()
  for (const { name, sql } of tables) {
    if (name === 'audit') continue
    const columns = database.prepare(`SELECT name FROM pragma_table_xinfo('${name}')`).all()
    const [, covered = ''] = /row_digest\('\w+', ([^)]+)\)/.exec(String(sql)) ?? []
    expect([...covered.split(/,\s+/), 'digest']).toEqual(columns.map((column) => column.name))
  }
  expect(tables.length).toBeGreaterThan(5)
})
