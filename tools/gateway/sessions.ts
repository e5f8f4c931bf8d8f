import { gatewayError } from './errors.ts'
import type { Caller } from './tokens.ts'

/** By what a call names its session. */
export interface SessionClaim {
  readonly sessionKey?: string
  readonly pid?: number
}

/** The sessions of a gateway, and the processes that it has started for them. */
export interface SessionTable {
  /** An agent runs for a session; the returned function says that it has ended. */
  enter(session: string, pid: number): () => void
  /**
   * Find the session of a call: by its key, else by the pid of a process that the gateway started.
   *
   * @throws ToolError SESSION_UNRESOLVED, SESSION_UNKNOWN, SESSION_FOREIGN
   */
  resolve(caller: Caller, claim: SessionClaim): string
}

/** Create the table of the sessions that a config names. */
export function createSessionTable(keys: readonly string[]): SessionTable {
  const known = new Set(keys)
  const byPid = new Map<number, string>()
  const find = ({ sessionKey = '', pid }: SessionClaim): string => {
    if (sessionKey !== '') {
      if (known.has(sessionKey)) return sessionKey
      throw gatewayError('SESSION_UNKNOWN', { found: sessionKey.slice(0, 64) })
    }
    const session = pid === undefined ? undefined : byPid.get(pid)
    if (session !== undefined) return session
    const found = pid === undefined ? 'neither a key nor a pid' : `the pid ${pid}`
    throw gatewayError('SESSION_UNRESOLVED', { found })
  }
  return {
    enter(session, pid) {
      byPid.set(pid, session)
      return () => byPid.delete(pid)
    },
    resolve(caller, claim) {
      const session = find(claim)
      if (caller.role === 'session' && caller.session !== session) {
        throw gatewayError('SESSION_FOREIGN', { found: session, expected: caller.session })
      }
      return session
    },
  }
}
