import { ToolError } from '../../core/errors.ts'
import type { LocalOrder, LocalPort } from '../../core/local-port.ts'
import type { LocalPortName, LocalValues } from '../../core/plan.ts'
import type { SafetyStore } from '../store/store.ts'

/** Most entries of a port that may be open at once. */
export const MOST_OPEN_ENTRIES = 64

/** Does one operation of a port, and reads back what it did. */
export interface PortOperation {
  carryOut(order: LocalOrder): Promise<void>
  /** Tell what is there now of what an order came to, by what was noted of it; undefined when it is not there. */
  tell(noted: LocalValues): LocalValues | undefined
}

/** Name under which the end of another entry is noted. */
const END = 'end'

/**
 * Create a port that keeps entries in the safety store: `keep` (a kind and a body) adds one, which is open until `end`
 * (its id) ends it. Beyond these it knows the operations that it is given, each of which notes what it did under its name.
 */
export function createKeepingPort(
  name: LocalPortName,
  store: SafetyStore,
  beyond: Readonly<Record<string, PortOperation>> = {},
): LocalPort {
  const operations: Readonly<Record<string, PortOperation['carryOut']>> = {
    ...Object.fromEntries(Object.entries(beyond).map(([kind, { carryOut }]) => [kind, carryOut])),
    async keep({ permitId, params }) {
      const kind = String(params.kind)
      const taken = kind === END || Object.hasOwn(beyond, kind)
      if (taken)
        throw new ToolError('INVALID_PARAMS', { path: '/kind', problem: `the ${name} uses "${kind}" itself` })
      const open = store.listEntries(name).filter(({ state }) => state === 'open').length
      if (open >= MOST_OPEN_ENTRIES) {
        throw new ToolError('LOCAL_PORT_FULL', { port: name, found: open, expected: MOST_OPEN_ENTRIES })
      }
      store.addEntry({ entryId: permitId, port: name, kind, body: params.body as LocalValues })
    },
    async end({ permitId, params }) {
      const entryId = params.entryId as LocalOrder['permitId']
      store.transact(() => {
        if (!store.endEntry(name, entryId)) {
          throw new ToolError('LOCAL_ENTRY_NOT_OPEN', {
            port: name,
            entryId,
            found: store.findEntry(name, entryId)?.state ?? 'unknown',
          })
        }
        noteDone(store, { port: name, permitId, operation: END }, { entryId })
      })
    },
  }
  return {
    name,
    async carryOut(order) {
      const { operation } = order
      const known = Object.keys(operations)
      if (!known.includes(operation)) {
        throw new ToolError('ROUTE_NOT_AVAILABLE', { route: name, kind: operation, known: known.join(', ') })
      }
      await operations[operation]?.(order)
    },
    readReceipt(permitId) {
      const entry = store.findEntry(name, permitId)
      if (entry === undefined) return undefined
      const { entryId, kind, body, state } = entry
      if (Object.hasOwn(beyond, kind)) return beyond[kind]?.tell(body)
      if (kind !== END) return { entryId, kind, body, state }
      const ended = body.entryId as LocalOrder['permitId']
      return { entryId: ended, state: store.findEntry(name, ended)?.state ?? 'unknown' }
    },
  }
}

/** Note what an operation did for a permit; nothing is open about it. */
export function noteDone(
  store: Pick<SafetyStore, 'addEntry' | 'endEntry' | 'transact'>,
  by: { readonly port: LocalPortName; readonly permitId: LocalOrder['permitId']; readonly operation: string },
  noted: LocalValues,
): void {
  const { port, permitId, operation } = by
  store.transact(() => {
    store.addEntry({ entryId: permitId, port, kind: operation, body: noted })
    store.endEntry(port, permitId)
  })
}
