import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { findWalDamage } from './wal.ts'

/** Of the file format: a header, then frames of a header and a page each. */
const [HEADER, FRAME] = [32, 24 + 4_096]

/** The write-ahead log that SQLite itself leaves behind statements, each a transaction. */
function writeLog(...statements: readonly string[]): Buffer {
  const directory = mkdtempSync(join(tmpdir(), 'assay-wal-'))
  const path = join(directory, 'a.sqlite')
  const database = new DatabaseSync(path)
  try {
    database.exec('PRAGMA page_size = 4096; PRAGMA journal_mode = WAL')
    // Three pages from the beginning.
    database.exec('BEGIN; CREATE TABLE a (x); CREATE TABLE b (x); COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
    for (const statement of statements) database.exec(statement)
    return readFileSync(`${path}-wal`)
  } finally {
    database.close()
    rmSync(directory, { recursive: true })
  }
}

const flip = (log: Buffer, bit: number) => {
  const flipped = Buffer.from(log)
  flipped.writeUInt8(log.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
  return flipped
}
/** What a disk writes as a whole. */
const SECTOR = 512
const ONE = 'INSERT INTO a VALUES (1)'
/** Of more pages than the log has after it. */
const LONG = 'INSERT INTO a VALUES (hex(zeroblob(20000)))'
const RESTART = 'PRAGMA wal_checkpoint(RESTART)'
/** The log is begun anew over one that was longer. */
const RESTARTED = [LONG, RESTART] as const

test('default: what SQLite wrote is whole, wherever a crash cuts it off', () => {
  expect(findWalDamage(Buffer.alloc(0))).toBeUndefined()
  const log = writeLog(ONE, LONG, ONE)
  for (let length = 0; length <= log.length; length += 8) {
    expect(findWalDamage(log.subarray(0, length))).toBeUndefined()
  }
  expect(findWalDamage(writeLog(...RESTARTED, ONE))).toBeUndefined()
})

test('I50: a changed bit in a transaction that another one follows is damage', () => {
  const log = writeLog(ONE, ONE)
  for (let bit = HEADER * 8; bit < (HEADER + FRAME) * 8; bit += 1) {
    expect(findWalDamage(flip(log, bit)), `bit ${bit}`).toMatch(/^a damaged frame 1 /)
  }
})

test('I50: a changed bit in the header is damage', () => {
  const log = writeLog(ONE)
  for (let bit = 0; bit < HEADER * 8; bit += 1) {
    expect(findWalDamage(flip(log, bit)), `bit ${bit}`).toBe('a damaged header of its write-ahead log')
  }
})

test.each([
  ['that is long', [ONE, LONG], HEADER + FRAME],
  ['before what an older log left', [...RESTARTED, ONE], HEADER],
])('behavior: what a crash tore of the newest transaction, %s, is no damage', (_, statements, from) => {
  const log = writeLog(...statements)
  for (let at = from; at + SECTOR <= from + FRAME; at += 8) {
    expect(findWalDamage(Buffer.from(log).fill(0, at, at + SECTOR)), `byte ${at}`).toBeUndefined()
  }
})

test.each([
  // The first one holds the header of the log as well, which SQLite syncs by itself.
  ['sector', SECTOR, SECTOR],
  ['frame', HEADER, FRAME],
])('behavior: a commit of an older log, where a crash kept a %s of the newest transaction, is no damage', (_, from, size) => {
  const older = Array<string>(20).fill(ONE)
  const before = writeLog(...older)
  const log = writeLog(...older, RESTART, LONG)
  for (let at = from; at + size <= log.length; at += size) {
    const torn = Buffer.from(log)
    before.copy(torn, at, at, at + size)
    expect(findWalDamage(torn), `byte ${at}`).toBeUndefined()
  }
})
