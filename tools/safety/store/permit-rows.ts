import type { Hex } from 'viem'
import { isIntact, tellsIntact } from './row-digest.ts'
import type { RowLog } from './row-log.ts'
import type { Statements } from './statements.ts'

/** States of a permit. */
export type PermitState = 'pending' | 'committing' | 'committed' | 'cancelled' | 'expired' | 'failed'

/** One permit as stored. `body` is the JSON of everything that commit needs again. */
export interface PermitRow {
  readonly permitId: Hex
  /** The chain on which it is carried out. */
  readonly chainId: number
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

/** The permits of one chain, or of all of them, with what was signed for each. A damaged one is read as it is, and noted: from then on risk is denied. */
export interface PermitRows {
  insertPermit(
    row: Omit<
      PermitRow,
      'chainId' | 'state' | 'rawTransaction' | 'transactionHash' | 'settlement' | 'blockNumber' | 'blockHash'
    >,
  ): void
  findPermit(permitId: Hex): PermitRow | undefined
  /** Find a permit on whatever chain it is carried out: what was spent by it counts on each. */
  findPermitAnywhere(permitId: Hex): PermitRow | undefined
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
}

const COLUMNS = `permit_id AS permitId, chain_id AS chainId, state, tool, body, simulation_hash AS simulationHash,
  issued_wall_ms AS issuedWallMs, issued_chain_seconds AS issuedChainSeconds, ttl_seconds AS ttlSeconds,
  nonce, raw_transaction AS rawTransaction, transaction_hash AS transactionHash, settlement,
  block_number AS blockNumber, block_hash AS blockHash, ${tellsIntact('permits')} AS isIntact`

const FIND = `SELECT ${COLUMNS} FROM permits WHERE permit_id = ?`

/** Create the permits of a chain, or without one of all of them, over statements; the log is told of damaged ones. */
export function createPermitRows(
  sql: Statements,
  log: Pick<RowLog, 'meetDamage'>,
  chainId: number | undefined,
): PermitRows {
  const isOwn = chainId === undefined ? 'true' : `chain_id = ${chainId}`
  const findOwn = `${FIND} AND ${isOwn}`
  const listUnfinal = `SELECT ${COLUMNS} FROM permits WHERE block_hash IS NOT NULL AND ${isOwn} ORDER BY nonce`
  const listAll = `SELECT ${COLUMNS} FROM permits WHERE ${isOwn} ORDER BY rowid`
  // Written out for each state, since an index of one state serves no statement whose state is not known yet.
  const listOf = (state: PermitState) =>
    `SELECT ${COLUMNS} FROM permits WHERE state = '${state}' AND ${isOwn} ORDER BY rowid`
  const listInFlight = listOf('committing')
  const toPermit = ({ isIntact, ...row }: Record<string, unknown>) => {
    if (isIntact !== 1) log.meetDamage(`permits ${row.permitId}`)
    return row as unknown as PermitRow
  }
  return {
    insertPermit(row) {
      sql(`INSERT INTO permits (permit_id, chain_id, state, tool, body, simulation_hash, issued_wall_ms,
        issued_chain_seconds, ttl_seconds, nonce) VALUES (?, ?, 'pending', ?, ?, ?, ?, ?, ?, ?)`).run(
        row.permitId,
        chainId ?? 0,
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
      const row = sql(findOwn).get(permitId)
      return row && toPermit(row)
    },
    findPermitAnywhere(permitId) {
      const row = sql(FIND).get(permitId)
      return row && toPermit(row)
    },
    listPermits(state) {
      // What is in flight is looked for at every action.
      const text = state === 'committing' ? listInFlight : state ? listOf(state) : listAll
      const rows = sql(text).all()
      return rows.map(toPermit)
    },
    movePermit(permitId, from, to) {
      const moved = sql(`UPDATE permits SET state = ? WHERE permit_id = ? AND state = ? AND ${isOwn}`).run(
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
        FROM permits WHERE permit_id = ?1 AND raw_transaction IS NOT NULL
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
      return sql(listUnfinal).all().map(toPermit)
    },
  }
}
