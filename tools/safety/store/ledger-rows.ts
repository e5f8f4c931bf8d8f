import type { Hex } from 'viem'
import type { ClockReading } from './clocks.ts'
import { isIntact } from './row-digest.ts'
import type { Statements } from './statements.ts'

/** One entry of the spending ledger. */
export interface LedgerEntry extends ClockReading {
  readonly permitId: Hex
  readonly state: 'reserved' | 'spent'
  readonly amountUsdc: bigint
  readonly guarded: boolean
  /** Last second at which a signature can be used; the entry counts until then, however old it is. */
  readonly untilSeconds?: number
}

/** The spending ledger of a store: one entry a permit that was used up, on whatever chain. */
export interface LedgerRows {
  /** The ledger entry of a permit, if it ever reserved anything. */
  findLedgerEntry(permitId: Hex): LedgerEntry | undefined
  reserve(entry: Omit<LedgerEntry, 'state'>): void
  /** Turn a reservation into spend; false when it was settled before. */
  settle(permitId: Hex, amountUsdc: bigint): boolean
  /** Raise what a permit spent; never lowers it. */
  raiseSpend(permitId: Hex, amountUsdc: bigint): void
  /** Lower what a permit spent; never raises it. */
  lowerSpend(permitId: Hex, amountUsdc: bigint): void
  /**
   * Ledger entries that lie after a moment on either clock, and signatures that still hold at a second. A signature of
   * another chain holds as long as that chain's own clock, as far as it was seen, has not passed its last second.
   */
  ledgerAfter(moment: ClockReading, heldSeconds?: number): LedgerEntry[]
}

const COLUMNS = `permit_id AS permitId, state, amount_usdc AS amount, guarded, wall_ms AS wallMs,
  chain_seconds AS chainSeconds, until_seconds AS untilSeconds`
const FIND = `SELECT ${COLUMNS} FROM ledger WHERE permit_id = ? AND ${isIntact('ledger')}`
const LIST_AFTER = `SELECT ${COLUMNS} FROM ledger
  WHERE (wall_ms > ? OR chain_seconds > ? OR until_seconds >= ?) AND ${isIntact('ledger')} ORDER BY rowid`
const LIST_HELD_ELSEWHERE = `SELECT ${COLUMNS}, (SELECT chain_id FROM permits WHERE permits.permit_id = ledger.permit_id) AS chainId
  FROM ledger WHERE wall_ms <= ? AND chain_seconds <= ? AND until_seconds > 0 AND until_seconds < ?
    AND chainId IS NOT ? AND ${isIntact('ledger')} ORDER BY rowid`
const toLedgerEntry = (row: Record<string, unknown>): LedgerEntry => ({
  permitId: row.permitId as Hex,
  state: row.state as LedgerEntry['state'],
  amountUsdc: BigInt(row.amount as string),
  guarded: row.guarded === 1,
  wallMs: row.wallMs as number,
  chainSeconds: row.chainSeconds as number,
  ...(row.untilSeconds === 0 ? {} : { untilSeconds: row.untilSeconds as number }),
})

/** Create the ledger over statements; of a chain, it asks for the last second that was seen of another one. */
export function createLedgerRows(
  sql: Statements,
  chainId: number | undefined,
  lastSecondOf: (chainId: number) => number | undefined,
): LedgerRows {
  const heldElsewhere = (moment: ClockReading, heldSeconds: number) =>
    sql(LIST_HELD_ELSEWHERE)
      .all(moment.wallMs, moment.chainSeconds, heldSeconds, chainId ?? 0)
      .filter(
        (row) => (lastSecondOf(Number(row.chainId)) ?? Number.NEGATIVE_INFINITY) <= Number(row.untilSeconds),
      )
      .map(toLedgerEntry)
  const changeSpend = (permitId: Hex, change: (spentUsdc: bigint) => bigint) => {
    const row = sql("SELECT amount_usdc AS amount FROM ledger WHERE permit_id = ? AND state = 'spent'").get(
      permitId,
    )
    if (row === undefined) return
    const amountUsdc = change(BigInt(row.amount as string)).toString()
    sql('UPDATE ledger SET amount_usdc = ? WHERE permit_id = ?').run(amountUsdc, permitId)
  }
  return {
    findLedgerEntry(permitId) {
      const row = sql(FIND).get(permitId)
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
      const own = sql(LIST_AFTER).all(moment.wallMs, moment.chainSeconds, heldSeconds).map(toLedgerEntry)
      return chainId === undefined ? own : [...own, ...heldElsewhere(moment, heldSeconds)]
    },
  }
}
