import type { ClockReading } from './clocks.ts'
import type { Statements } from './statements.ts'

/** The attempts to act that a store counts. */
export interface AttemptRows {
  /**
   * Note an attempt; of those so far only as many of the latest are kept as can ever count. By each clock there are
   * others, as one that is set back makes the newest the earlier one. Answers by what it is found again.
   */
  addAttempt(at: ClockReading, keep: number): number
  /** Date an attempt by the chain's clock, which was not read yet when it was noted; one that is not kept any more stays away. */
  dateAttempt(id: number, chainSeconds: number): void
  /** Date all that are later by the wall clock at a moment of it, milliseconds. */
  capAttempts(wallMs: number): void
  attemptsAfter(moment: ClockReading): number
}

const latestBy = (clock: 'wall_ms' | 'chain_seconds') =>
  `SELECT id FROM attempts ORDER BY ${clock} DESC, id DESC LIMIT $keep`

const PRUNE = `DELETE FROM attempts WHERE id NOT IN (${latestBy('wall_ms')}) AND id NOT IN (${latestBy('chain_seconds')})`

/** Create the attempts over statements. */
export function createAttemptRows(sql: Statements): AttemptRows {
  return {
    addAttempt(at, keep) {
      const insert = sql('INSERT INTO attempts (wall_ms, chain_seconds) VALUES (?, ?)')
      const { lastInsertRowid } = insert.run(at.wallMs, at.chainSeconds)
      const { n } = sql('SELECT count(*) AS n FROM attempts').get() as { n: number }
      if (n > keep) sql(PRUNE).run({ keep })
      return Number(lastInsertRowid)
    },
    dateAttempt(id, chainSeconds) {
      const update = sql('UPDATE attempts SET chain_seconds = ? WHERE id = ? AND chain_seconds < ?')
      update.run(chainSeconds, id, chainSeconds)
    },
    capAttempts(wallMs) {
      sql('UPDATE attempts SET wall_ms = ? WHERE wall_ms > ?').run(wallMs, wallMs)
    },
    attemptsAfter(moment) {
      const row = sql('SELECT count(*) AS n FROM attempts WHERE wall_ms > ? OR chain_seconds > ?').get(
        moment.wallMs,
        moment.chainSeconds,
      )
      return (row as { n: number }).n
    },
  }
}
