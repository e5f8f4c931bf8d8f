import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describeCause } from '../../tools/core/describe-cause.ts'
import { registerDigests } from '../../tools/safety/store/row-digest.ts'
import { APPLICATION_ID, STORE_VERSION } from '../../tools/safety/store/sql.ts'
import { createSafetyStore, type SafetyStore } from '../../tools/safety/store/store.ts'
import { HarnessError } from '../errors.ts'

/** What SQLite keeps beside a database. */
const SUFFIXES = ['', '-wal'] as const

/**
 * Read a safety store without touching it: even a read-only SQLite connection writes beside the file, so a copy
 * is read instead.
 *
 * @throws HarnessError STORE_UNREADABLE when it is no safety store, or changes while it is copied
 */
export function readStore<T>(path: string, body: (store: SafetyStore, database: DatabaseSync) => T): T {
  const directory = mkdtempSync(join(tmpdir(), 'assay-store-'))
  const copy = join(directory, 'store.sqlite')
  let database: DatabaseSync | undefined
  try {
    const before = fingerprint(path)
    for (const suffix of SUFFIXES) {
      if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix)
    }
    if (fingerprint(path) !== before) {
      throw unreadable(path, 'a store that is being written', 'stop the agent, or verify a backup')
    }
    database = new DatabaseSync(copy)
    registerDigests(database, path)
    assertIsSafetyStore(database, path)
    return body(createSafetyStore(database), database)
  } catch (cause) {
    if (cause instanceof HarnessError) throw cause
    const found = describeCause(cause)
    throw unreadable(path, found, 'name the database file of an agent', cause)
  } finally {
    database?.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

const fingerprint = (path: string) =>
  SUFFIXES.map((suffix) => {
    const stat = statSync(path + suffix, { throwIfNoEntry: suffix === '' })
    return stat === undefined ? 'none' : `${stat.size} ${stat.mtimeMs}`
  }).join(',')

function assertIsSafetyStore(database: DatabaseSync, path: string): void {
  const read = (pragma: string) => Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]
  const application = read('application_id')
  if (application !== APPLICATION_ID) {
    throw unreadable(
      path,
      `a database of another application (${application})`,
      'name the database file of an agent',
    )
  }
  const version = read('user_version')
  if (version !== STORE_VERSION) {
    throw unreadable(
      path,
      `store version ${version}`,
      `use the release that knows it; this one knows ${STORE_VERSION}`,
    )
  }
}

const unreadable = (where: string, found: string, hint: string, cause?: unknown) =>
  new HarnessError('STORE_UNREADABLE', 'the safety store cannot be read', {
    where,
    expected: 'a safety store at rest',
    found,
    hint,
    cause,
  })
