import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { HaltReserve } from '../../tools/safety/halt/halt-reserve.ts'

/** How a disk fails: it is full, or it answers with an error. */
export const DISK_FAULTS = ['ENOSPC', 'EIO'] as const

/** A way for a disk to fail. */
export type DiskFault = (typeof DISK_FAULTS)[number]

/** The disk below a store, whose writes can be let fail. */
export interface Disk {
  /** Let the n-th durable write from now on fail, and all that follow. */
  fail(fault: DiskFault, fromWrite: number): void
  heal(): void
  /** Whether a write has failed. */
  readonly hasFailed: boolean
  /** What is kept free for the records of a halt; on a disk that is only full it makes room for some writes. */
  readonly reserve: HaltReserve
  /** Put the disk below a database. */
  under(database: DatabaseSync): DatabaseSync
}

/** What SQLite says of it: https://www.sqlite.org/rescode.html. */
const ERRORS: Readonly<Record<DiskFault, { readonly errcode: number; readonly message: string }>> = {
  ENOSPC: { errcode: 13, message: 'database or disk is full' },
  EIO: { errcode: 10, message: 'disk I/O error' },
}

function errorOf(fault: DiskFault): Error {
  const { errcode, message } = ERRORS[fault]
  return Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode, errstr: message })
}

const WRITES = /^\s*(INSERT|UPDATE|DELETE|COMMIT)\b/i

/** Durable writes for which the space that a halt keeps is enough. */
const RESERVED_WRITES = 256

/** Create a disk that works; `onStruck` is told of each write that meets a disk that fails. */
export function createDisk(onStruck: (fault: DiskFault) => void): Disk {
  let failing: { readonly fault: DiskFault; left: number } | undefined
  let isHeld = false
  let hasFailed = false
  let room = 0
  const write = () => {
    if (failing === undefined) return
    failing.left -= 1
    if (failing.left > 0) return
    onStruck(failing.fault)
    if (failing.fault === 'ENOSPC' && room > 0) {
      room -= 1
      return
    }
    hasFailed = true
    throw errorOf(failing.fault)
  }
  const guard = (statement: StatementSync, database: DatabaseSync, text: string) => {
    const isCommit = /^\s*COMMIT\b/i.test(text)
    const run: StatementSync['run'] = (...values: readonly never[]) => {
      // Inside a transaction nothing reaches the disk before it is committed.
      if (isCommit || !database.isTransaction) write()
      return statement.run(...values)
    }
    return new Proxy(statement, {
      get(target, member) {
        if (member === 'run') return run
        const value = Reflect.get(target, member, target) as unknown
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }
  return {
    fail(fault, fromWrite) {
      failing = { fault, left: fromWrite }
    },
    heal() {
      failing = undefined
    },
    get hasFailed() {
      return hasFailed
    },
    reserve: {
      hold() {
        if (failing && failing.left <= 1) {
          onStruck(failing.fault)
          throw errorOf(failing.fault)
        }
        isHeld = true
      },
      release() {
        if (isHeld) room = RESERVED_WRITES
        isHeld = false
      },
    },
    under: (database) =>
      new Proxy(database, {
        get(target, member) {
          const value = Reflect.get(target, member, target) as unknown
          if (typeof value !== 'function') return value
          if (member !== 'prepare') return value.bind(target)
          return (text: string) => {
            const statement = target.prepare(text)
            return WRITES.test(text) ? guard(statement, target, text) : statement
          }
        },
      }),
  }
}
