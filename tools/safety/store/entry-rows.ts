import type { Hex } from 'viem'
import type { LocalEntry } from '../../core/local-port.ts'
import type { LocalPortName, LocalValues } from '../../core/plan.ts'
import { isIntact } from './row-digest.ts'
import type { Statements } from './statements.ts'

/** What local ports of one chain, or of all of them, keep in the store, one row a permit. */
export interface EntryRows {
  addEntry(entry: Pick<LocalEntry, 'entryId' | 'kind' | 'body'> & { readonly port: LocalPortName }): void
  findEntry(port: LocalPortName, entryId: Hex): LocalEntry | undefined
  /** Entries of a port in the order in which they came. */
  listEntries(port: LocalPortName): LocalEntry[]
  /** End an open entry; false when it is not open. */
  endEntry(port: LocalPortName, entryId: Hex): boolean
  /** Note that a permit uses a part of an entry. */
  useEntry(port: LocalPortName, entryId: Hex, part: number, permitId: Hex): void
}

const COLUMNS = 'entry_id AS entryId, kind, body, state, uses'
const toEntry = (row: Record<string, unknown>): LocalEntry => ({
  entryId: row.entryId as Hex,
  kind: row.kind as string,
  body: JSON.parse(row.body as string) as LocalValues,
  state: row.state as LocalEntry['state'],
  uses: JSON.parse(row.uses as string) as LocalEntry['uses'],
})

/** Create the entries of a chain, or without one of all of them, over statements. */
export function createEntryRows(sql: Statements, chainId: number | undefined): EntryRows {
  const isOwn =
    chainId === undefined ? 'true' : `entry_id IN (SELECT permit_id FROM permits WHERE chain_id = ${chainId})`
  const findOwn = `SELECT ${COLUMNS} FROM entries
    WHERE port = ? AND entry_id = ? AND ${isOwn} AND ${isIntact('entries')}`
  const listAll = `SELECT ${COLUMNS} FROM entries WHERE port = ? AND ${isOwn} AND ${isIntact('entries')} ORDER BY rowid`
  const find: EntryRows['findEntry'] = (port, entryId) => {
    const row = sql(findOwn).get(port, entryId)
    return row && toEntry(row)
  }
  return {
    addEntry({ entryId, port, kind, body }) {
      sql(
        "INSERT INTO entries (entry_id, port, kind, body, state, uses) VALUES (?, ?, ?, ?, 'open', '{}')",
      ).run(entryId, port, kind, JSON.stringify(body))
    },
    findEntry: find,
    listEntries: (port) => sql(listAll).all(port).map(toEntry),
    endEntry(port, entryId) {
      const ended = sql(
        `UPDATE entries SET state = 'ended' WHERE port = ? AND entry_id = ? AND state = 'open' AND ${isOwn}`,
      ).run(port, entryId)
      return ended.changes === 1
    },
    useEntry(port, entryId, part, permitId) {
      const uses = { ...find(port, entryId)?.uses, [part]: permitId }
      sql('UPDATE entries SET uses = ? WHERE port = ? AND entry_id = ?').run(
        JSON.stringify(uses),
        port,
        entryId,
      )
    },
  }
}
