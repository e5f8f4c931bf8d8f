import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Hex } from 'viem'
import { ToolError } from '../../core/errors.ts'
import { toCanonicalJson } from '../../core/json.ts'
import type { AuditEntryView } from '../../core/safety-view.ts'
import type { AuditFinding } from './finding.ts'
import { GENESIS_HASH, hashEntry } from './hash-entry.ts'
import { assertRowsIntact, isIntact, listDigests, registerDigests, watchRows } from './row-digest.ts'
import { APPLICATION_ID, SCHEMA_SQL, STORE_VERSION } from './sql.ts'
import { verifyChain } from './verify-chain.ts'
import { FACTS_KIND, findDifference, readFacts, verifyFacts } from './verify-facts.ts'
import { verifyLedger } from './verify-ledger.ts'
import { verifyPermits } from './verify-permits.ts'
import { findWalDamage } from './wal.ts'

/** States of a permit. */
export type PermitState = 'pending' | 'committing' | 'committed' | 'cancelled' | 'expired' | 'failed'

/** One permit as stored. `body` is the JSON of everything that commit needs again. */
export interface PermitRow {
  readonly permitId: Hex
  readonly state: PermitState
  readonly tool: string
  readonly body: string
  readonly simulationHash: Hex
  readonly issuedWallMs: number
  readonly issuedChainSeconds: number
  readonly ttlSeconds: number
  readonly nonce: number
  readonly rawTransaction: Hex | null
  readonly transactionHash: Hex | null
  /** JSON of what settling needs, kept when the permit is used up. */
  readonly settlement: string | null
  /** The block in which the permit's nonce was used, while it is not final. */
  readonly blockNumber: number | null
  readonly blockHash: Hex | null
}

/** What a signed transaction of a permit is: the action, the action at a higher fee, or nothing at all. */
export type TransactionKind = 'action' | 'raise' | 'cancel'

/** One signed transaction of a permit; all of a permit have the same nonce. */
export interface SignedTransaction {
  readonly kind: TransactionKind
  readonly raw: Hex
  readonly hash: Hex
}

/** A pair of clock readings. */
export interface ClockReading {
  readonly wallMs: number
  readonly chainSeconds: number
}

/** One entry of the spending ledger. */
export interface LedgerEntry extends ClockReading {
  readonly permitId: Hex
  readonly state: 'reserved' | 'spent'
  readonly amountUsdc: bigint
  readonly guarded: boolean
  /** Last second at which a signature can be used; the entry counts until then, however old it is. */
  readonly untilSeconds?: number
}

/**
 * The durable state of the safety layer: permits, spending ledger, attempts, audit log and phase.
 *
 * In a file every commit is synced before the call returns, and the file is locked against a second process.
 */
export interface SafetyStore {
  /** Run a function in one transaction: all of its writes or none. */
  transact<T>(body: () => T): T
  insertPermit(
    row: Omit<
      PermitRow,
      'state' | 'rawTransaction' | 'transactionHash' | 'settlement' | 'blockNumber' | 'blockHash'
    >,
  ): void
  findPermit(permitId: Hex): PermitRow | undefined
  listPermits(state?: PermitState): PermitRow[]
  /** Move a permit from one state to another; false when it was not in the first. */
  movePermit(permitId: Hex, from: PermitState, to: PermitState): boolean
  saveTransaction(permitId: Hex, rawTransaction: Hex, transactionHash: Hex): void
  /** Keep another transaction for the nonce of a permit. */
  saveReplacement(permitId: Hex, replacement: SignedTransaction & { readonly kind: 'raise' | 'cancel' }): void
  /** Every transaction that was signed for a permit, in order. */
  listTransactions(permitId: Hex): SignedTransaction[]
  saveSettlement(permitId: Hex, settlement: string): void
  /** Note the block in which the nonce of a permit was used; null once nobody has to look again. */
  saveBlock(permitId: Hex, block: { readonly number: number; readonly hash: Hex } | null): void
  /** Settled permits whose block is not final yet. */
  listUnfinal(): PermitRow[]
  /** The ledger entry of a permit, if it ever reserved anything. */
  findLedgerEntry(permitId: Hex): LedgerEntry | undefined
  reserve(entry: Omit<LedgerEntry, 'state'>): void
  /** Turn a reservation into spend; false when it was settled before. */
  settle(permitId: Hex, amountUsdc: bigint): boolean
  /** Raise what a permit spent; never lowers it. */
  raiseSpend(permitId: Hex, amountUsdc: bigint): void
  /** Lower what a permit spent; never raises it. */
  lowerSpend(permitId: Hex, amountUsdc: bigint): void
  /** Ledger entries that lie after a moment on either clock, and signatures that still hold at a second. */
  ledgerAfter(moment: ClockReading, heldSeconds?: number): LedgerEntry[]
  /** Note an attempt; of the attempts so far only as many of the newest are kept as can ever count. */
  addAttempt(at: ClockReading, keep: number): void
  /** Date the newest attempt by the chain's clock, which was not read yet when it was noted. */
  dateAttempt(chainSeconds: number): void
  attemptsAfter(moment: ClockReading): number
  appendAudit(kind: string, body: unknown): Hex
  /** Number of audit entries and hash of the last one. */
  auditHead(): { entries: number; hash: Hex }
  readAudit(fromEntry: number, limit: number): AuditEntryView[]
  verifyAudit(): { ok: boolean; entries: number; problem?: string }
  /**
   * Read a fact; undefined when it was never written.
   *
   * @throws ToolError STORE_ALTERED when the log says that it is another one, or that there is one
   */
  readMeta(key: string): string | undefined
  writeMeta(key: string, value: string): void
  /** Whether a fact is what the log says of it. */
  isMetaIntact(key: string): boolean
  /** What of the store is not what the log says of it: rows that are missing, altered, set back or unheard of. */
  listAlterations(): readonly AuditFinding[]
  /** The first row that was another than the log says when it was written; undefined when none was. */
  metAlteration(): AuditFinding | undefined
  close(): void
}

/** Result code of SQLite when somebody else holds the lock: https://www.sqlite.org/rescode.html#busy. */
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
      const [problem] = [
        ...verifyPermits(entries, store.listPermits()),
        ...verifyLedger(entries, store.ledgerAfter({ wallMs: -1, chainSeconds: -1 })),
      ]
      if (problem) throw corrupt(path, `${problem.where}: ${problem.found}, the log says ${problem.expected}`)
    }
    return database
  } catch (cause) {
    if (database?.isOpen) database.close()
    if (cause instanceof ToolError) throw cause
    const isLocked = (cause as { errcode?: unknown }).errcode === SQLITE_BUSY
    if (isLocked) throw new ToolError('STORE_LOCKED', { path }, { cause })
    throw corrupt(path, cause instanceof Error ? cause.message : String(cause), cause)
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

/** Write methods of the store: whatever they change is logged with them. */
const WRITERS = [
  'insertPermit',
  'movePermit',
  'saveTransaction',
  'saveReplacement',
  'saveSettlement',
  'saveBlock',
  'reserve',
  'settle',
  'raiseSpend',
  'lowerSpend',
  'addAttempt',
  'dateAttempt',
  'writeMeta',
] as const satisfies readonly (keyof SafetyStore)[]

/**
 * Create the store over an open database of its own. Each row that it writes is logged with its digest, in the same
 * transaction, so that a row that somebody else deletes, alters or sets back shows.
 */
export function createSafetyStore(database: DatabaseSync): SafetyStore {
  const statements = new Map<string, StatementSync>()
  const sql = (text: string) => {
    let statement = statements.get(text)
    if (statement === undefined) {
      statement = database.prepare(text)
      statements.set(text, statement)
    }
    return statement
  }
  const permitColumns = `permit_id AS permitId, state, tool, body, simulation_hash AS simulationHash,
    issued_wall_ms AS issuedWallMs, issued_chain_seconds AS issuedChainSeconds, ttl_seconds AS ttlSeconds,
    nonce, raw_transaction AS rawTransaction, transaction_hash AS transactionHash, settlement,
    block_number AS blockNumber, block_hash AS blockHash`
  const ledgerColumns = `permit_id AS permitId, state, amount_usdc AS amount, guarded, wall_ms AS wallMs,
    chain_seconds AS chainSeconds, until_seconds AS untilSeconds`
  const toLedgerEntry = (row: Record<string, unknown>): LedgerEntry => ({
    permitId: row.permitId as Hex,
    state: row.state as LedgerEntry['state'],
    amountUsdc: BigInt(row.amount as string),
    guarded: row.guarded === 1,
    wallMs: row.wallMs as number,
    chainSeconds: row.chainSeconds as number,
    ...(row.untilSeconds === 0 ? {} : { untilSeconds: row.untilSeconds as number }),
  })
  const auditColumns = 'entry AS "index", kind, body, previous_hash AS previousHash, hash'
  const auditHead: SafetyStore['auditHead'] = () => {
    const last = sql('SELECT entry AS entries, hash FROM audit ORDER BY entry DESC LIMIT 1').get()
    return (last ?? { entries: 0, hash: GENESIS_HASH }) as { entries: number; hash: Hex }
  }
  const changeSpend = (permitId: Hex, change: (spentUsdc: bigint) => bigint) => {
    const row = sql("SELECT amount_usdc AS amount FROM ledger WHERE permit_id = ? AND state = 'spent'").get(
      permitId,
    )
    if (row === undefined) return
    const amountUsdc = change(BigInt(row.amount as string)).toString()
    sql('UPDATE ledger SET amount_usdc = ? WHERE permit_id = ?').run(amountUsdc, permitId)
  }
  let depth = 0
  let isWatched = false
  let logged: Map<string, string | null> | undefined
  let met: AuditFinding | undefined
  const written = new Map<string, string | null>()
  /** What the log says of every row; read once, then kept. */
  const readLogged = () => {
    logged ??= readFacts(
      sql('SELECT kind, body FROM audit WHERE kind = ? ORDER BY entry').iterate(
        FACTS_KIND,
      ) as unknown as Iterable<AuditEntryView>,
    )
    return logged
  }
  const isFact = (name: string, digest: string | undefined) =>
    ((written.has(name) ? written.get(name) : readLogged().get(name)) ?? undefined) === digest
  const readRow = (key: string) =>
    sql(`SELECT value, digest FROM meta WHERE key = ? AND ${isIntact('meta')}`).get(key) as
      | { value: string; digest: string }
      | undefined

  /** The log takes over no row that was another than it said, whoever writes it next; who writes a fact looked at it before. */
  const noteRow = (name: string, before: string | null, after: string | null) => {
    if (isFact(name, before ?? undefined) || name.startsWith('meta ')) written.set(name, after)
    else met ??= findDifference(name, readLogged().get(name), before)
  }

  const transact: SafetyStore['transact'] = (body) => {
    if (depth > 0) return body()
    if (!isWatched) {
      watchRows(database, (name, before, after) => {
        if (depth > 0) noteRow(name, before, after)
      })
      isWatched = true
    }
    readLogged()
    sql('BEGIN IMMEDIATE').run()
    depth += 1
    try {
      const result = body()
      const facts = [...written]
      if (facts.length > 0) store.appendAudit(FACTS_KIND, Object.fromEntries(facts))
      sql('COMMIT').run()
      for (const [name, digest] of facts) logged?.set(name, digest)
      return result
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    } finally {
      written.clear()
      depth -= 1
    }
  }

  const store: SafetyStore = {
    transact,
    insertPermit(row) {
      sql(`INSERT INTO permits (permit_id, state, tool, body, simulation_hash, issued_wall_ms,
        issued_chain_seconds, ttl_seconds, nonce) VALUES (?, 'pending', ?, ?, ?, ?, ?, ?, ?)`).run(
        row.permitId,
        row.tool,
        row.body,
        row.simulationHash,
        row.issuedWallMs,
        row.issuedChainSeconds,
        row.ttlSeconds,
        row.nonce,
      )
    },
    findPermit(permitId) {
      return sql(`SELECT ${permitColumns} FROM permits WHERE permit_id = ? AND ${isIntact('permits')}`).get(
        permitId,
      ) as PermitRow | undefined
    },
    listPermits(state) {
      const rows = state
        ? sql(
            `SELECT ${permitColumns} FROM permits WHERE state = ? AND ${isIntact('permits')} ORDER BY rowid`,
          ).all(state)
        : sql(`SELECT ${permitColumns} FROM permits WHERE ${isIntact('permits')} ORDER BY rowid`).all()
      return rows as unknown as PermitRow[]
    },
    movePermit(permitId, from, to) {
      const moved = sql('UPDATE permits SET state = ? WHERE permit_id = ? AND state = ?').run(
        to,
        permitId,
        from,
      )
      return moved.changes === 1
    },
    saveTransaction(permitId, rawTransaction, transactionHash) {
      sql('UPDATE permits SET raw_transaction = ?, transaction_hash = ? WHERE permit_id = ?').run(
        rawTransaction,
        transactionHash,
        permitId,
      )
    },
    saveReplacement(permitId, { kind, raw, hash }) {
      sql('INSERT INTO replacements (hash, permit_id, kind, raw_transaction) VALUES (?, ?, ?, ?)').run(
        hash,
        permitId,
        kind,
        raw,
      )
    },
    listTransactions(permitId) {
      return sql(`SELECT 'action' AS kind, raw_transaction AS raw, transaction_hash AS hash, 0 AS position
        FROM permits WHERE permit_id = ?1 AND raw_transaction IS NOT NULL AND ${isIntact('permits')}
        UNION ALL SELECT kind, raw_transaction, hash, rowid FROM replacements
        WHERE permit_id = ?1 AND ${isIntact('replacements')}
        ORDER BY position`)
        .all(permitId)
        .map(({ kind, raw, hash }) => ({ kind, raw, hash }) as SignedTransaction)
    },
    saveSettlement(permitId, settlement) {
      sql('UPDATE permits SET settlement = ? WHERE permit_id = ?').run(settlement, permitId)
    },
    saveBlock(permitId, block) {
      sql('UPDATE permits SET block_number = ?, block_hash = ? WHERE permit_id = ?').run(
        block?.number ?? null,
        block?.hash ?? null,
        permitId,
      )
    },
    listUnfinal() {
      return sql(
        `SELECT ${permitColumns} FROM permits WHERE block_hash IS NOT NULL AND ${isIntact('permits')} ORDER BY nonce`,
      ).all() as unknown as PermitRow[]
    },
    findLedgerEntry(permitId) {
      const row = sql(
        `SELECT ${ledgerColumns} FROM ledger WHERE permit_id = ? AND ${isIntact('ledger')}`,
      ).get(permitId)
      return row === undefined ? undefined : toLedgerEntry(row)
    },
    reserve(entry) {
      sql(`INSERT INTO ledger (permit_id, state, amount_usdc, guarded, wall_ms, chain_seconds, until_seconds)
        VALUES (?, 'reserved', ?, ?, ?, ?, ?)`).run(
        entry.permitId,
        entry.amountUsdc.toString(),
        entry.guarded ? 1 : 0,
        entry.wallMs,
        entry.chainSeconds,
        entry.untilSeconds ?? 0,
      )
    },
    settle(permitId, amountUsdc) {
      const settled = sql(
        "UPDATE ledger SET state = 'spent', amount_usdc = ? WHERE permit_id = ? AND state = 'reserved'",
      ).run(amountUsdc.toString(), permitId)
      return settled.changes === 1
    },
    raiseSpend: (permitId, amountUsdc) =>
      changeSpend(permitId, (spent) => (spent < amountUsdc ? amountUsdc : spent)),
    lowerSpend: (permitId, amountUsdc) =>
      changeSpend(permitId, (spent) => (spent > amountUsdc ? amountUsdc : spent)),
    ledgerAfter(moment, heldSeconds = Number.MAX_SAFE_INTEGER) {
      return sql(`SELECT ${ledgerColumns} FROM ledger
        WHERE (wall_ms > ? OR chain_seconds > ? OR until_seconds >= ?) AND ${isIntact('ledger')} ORDER BY rowid`)
        .all(moment.wallMs, moment.chainSeconds, heldSeconds)
        .map(toLedgerEntry)
    },
    addAttempt(at, keep) {
      const { lastInsertRowid } = sql('INSERT INTO attempts (wall_ms, chain_seconds) VALUES (?, ?)').run(
        at.wallMs,
        at.chainSeconds,
      )
      sql('DELETE FROM attempts WHERE id <= ?').run(BigInt(lastInsertRowid) - BigInt(keep))
    },
    dateAttempt(chainSeconds) {
      sql(`UPDATE attempts SET chain_seconds = max(chain_seconds, ?)
        WHERE id = (SELECT max(id) FROM attempts) AND chain_seconds < ?`).run(chainSeconds, chainSeconds)
    },
    attemptsAfter(moment) {
      const row = sql('SELECT count(*) AS n FROM attempts WHERE wall_ms > ? OR chain_seconds > ?').get(
        moment.wallMs,
        moment.chainSeconds,
      )
      return (row as { n: number }).n
    },
    appendAudit(kind, body) {
      const { entries, hash: previousHash } = auditHead()
      const entry = entries + 1
      const text = toCanonicalJson(body)
      const hash = hashEntry(entry, kind, text, previousHash)
      sql('INSERT INTO audit (entry, kind, body, previous_hash, hash) VALUES (?, ?, ?, ?, ?)').run(
        entry,
        kind,
        text,
        previousHash,
        hash,
      )
      return hash
    },
    auditHead,
    readAudit(fromEntry, limit) {
      return sql(`SELECT ${auditColumns} FROM audit WHERE entry >= ? ORDER BY entry LIMIT ?`).all(
        fromEntry,
        limit,
      ) as unknown as AuditEntryView[]
    },
    verifyAudit() {
      const rows = sql(`SELECT ${auditColumns} FROM audit ORDER BY entry`).iterate()
      const [problem] = verifyChain(rows as unknown as Iterable<AuditEntryView>)
      const { entries } = auditHead()
      return problem
        ? { ok: false, entries, problem: `${problem.where}: ${problem.kind.replace('-', ' ')}` }
        : { ok: true, entries }
    },
    readMeta(key) {
      const row = readRow(key)
      const name = `meta ${key}`
      if (isFact(name, row?.digest)) return row?.value
      throw new ToolError('STORE_ALTERED', {
        where: name,
        expected: readLogged().get(name) ?? 'no such row',
        found: row?.digest ?? 'no such row',
      })
    },
    isMetaIntact: (key) => isFact(`meta ${key}`, readRow(key)?.digest),
    listAlterations: () => verifyFacts(readLogged(), new Map(listDigests(database))),
    metAlteration: () => met,
    writeMeta(key, value) {
      sql(`INSERT INTO meta (key, value) VALUES (?, ?)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value`).run(key, value)
    },
    close() {
      if (database.isOpen) database.close()
    },
  }
  return { ...store, ...inTransactions(store) }
}

/** Each writer in a transaction, with what it logs. */
function inTransactions(store: SafetyStore): Pick<SafetyStore, (typeof WRITERS)[number]> {
  const wrap = (name: (typeof WRITERS)[number]) => {
    const write = store[name] as (...values: readonly unknown[]) => unknown
    return [name, (...values: readonly unknown[]) => store.transact(() => write(...values))]
  }
  return Object.fromEntries(WRITERS.map(wrap)) as Pick<SafetyStore, (typeof WRITERS)[number]>
}
