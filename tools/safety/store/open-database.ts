import { DatabaseSync } from 'node:sqlite'
import { describeCause } from '../../core/describe-cause.ts'
import { ToolError } from '../../core/errors.ts'
import { findRefusal } from './finding.ts'
import { assertRowsIntact, registerDigests } from './row-digest.ts'
import { APPLICATION_ID, SCHEMA_SQL, STORE_VERSION } from './sql.ts'
import { createSafetyStore } from './store.ts'
import { verifyStore } from './verify-store.ts'
import { findWalDamage } from './wal.ts'

/** Result code of SQLite when another connection holds the lock: https://www.sqlite.org/rescode.html#busy. */
const SQLITE_BUSY = 5

const corrupt = (path: string, found: string, cause?: unknown) =>
  new ToolError('STORE_CORRUPT', { path, found }, { cause })

/** Reads a whole file; undefined when there is none. */
export type ReadFile = (path: string) => Buffer | undefined

/**
 * Open the database of a safety store at a path, or in memory with `:memory:`.
 *
 * `readFile` lets it look into the write-ahead log before SQLite does; every store in a file is opened with it.
 *
 * @throws ToolError STORE_LOCKED when another process has it; STORE_CORRUPT when the file is damaged, foreign, of another version, or its audit chain is
 * broken; the file is left as it is.
 */
export function openSafetyDatabase(path: string, readFile?: ReadFile): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    const log = readFile?.(`${path}-wal`)
    const damage = log && findWalDamage(log)
    if (damage) throw corrupt(path, damage)
    database = new DatabaseSync(path)
    registerDigests(database, path)
    prepare(database, path)
    if (path !== ':memory:') {
      const store = createSafetyStore(database)
      const audit = store.verifyAudit()
      if (!audit.ok) throw corrupt(path, `a broken audit chain: ${audit.problem}`)
      const entries = store.readAudit(1, Number.MAX_SAFE_INTEGER)
      const altered = new Set(store.listAlterations().map(({ where }) => where))
      const rows = {
        permits: store.listPermits(),
        ledger: store.ledgerAfter({ wallMs: -1, chainSeconds: -1 }),
        altered,
      }
      const problem = findRefusal(verifyStore(entries, rows))
      if (problem) throw corrupt(path, `${problem.where}: ${problem.found}, the log says ${problem.expected}`)
    }
    return database
  } catch (cause) {
    if (database?.isOpen) database.close()
    if (cause instanceof ToolError) throw cause
    const isLocked = (cause as { errcode?: unknown }).errcode === SQLITE_BUSY
    if (isLocked) throw new ToolError('STORE_LOCKED', { path }, { cause })
    throw corrupt(path, describeCause(cause), cause)
  }
}

function prepare(database: DatabaseSync, path: string): void {
  if (path === ':memory:') {
    database.exec(SCHEMA_SQL)
    return
  }
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
  const tables = database.prepare('SELECT count(*) AS n FROM sqlite_schema').get() as { n: number }
  if (tables.n === 0) {
    database.exec(`BEGIN IMMEDIATE; ${SCHEMA_SQL} COMMIT;`)
    return
  }
  const application = (database.prepare('PRAGMA application_id').get() as { application_id: number })
    .application_id
  if (application !== APPLICATION_ID)
    throw corrupt(path, `a database of another application (${application})`)
  const version = (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version
  if (version !== STORE_VERSION) throw corrupt(path, `store version ${version}, expected ${STORE_VERSION}`)
  const check = (database.prepare('PRAGMA integrity_check').get() as { integrity_check: string })
    .integrity_check
  if (check !== 'ok') throw corrupt(path, check)
  const schema = new DatabaseSync(':memory:')
  registerDigests(schema, path)
  schema.exec(SCHEMA_SQL)
  const isAsMade = readSchema(database) === readSchema(schema)
  schema.close()
  if (!isAsMade) throw corrupt(path, 'other tables than it was made with')
  assertRowsIntact(database)
}

const readSchema = (database: DatabaseSync) =>
  JSON.stringify(database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all())
