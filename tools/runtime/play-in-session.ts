import { openPiSession, type SessionModel } from './open-pi-session.ts'
import type { PlaySession } from './runtime-ports.ts'

/**
 * Let models play sessions that were delegated to, each in a session of the Pi coding agent of its own.
 *
 * @param readModel - the model that plays next
 */
export const playInSessions =
  (readModel: () => SessionModel): PlaySession =>
  async (host, task, signal) => {
    signal?.throwIfAborted()
    const session = await openPiSession(host, readModel())
    const { promise: givenUp, resolve } = Promise.withResolvers<void>()
    signal?.addEventListener('abort', () => resolve(), { once: true })
    try {
      // It may have been given up while the session opened, and an event that has passed comes to no listener.
      signal?.throwIfAborted()
      const played = session.prompt(task)
      // Whatever comes of it once nobody waits any more.
      played.catch(() => undefined)
      await Promise.race([played, givenUp])
      return session.readEnd()
    } finally {
      // A provider may never answer, and what has ended above does not wait for it: an aborted session calls nothing more.
      const closed = session.close()
      if (signal?.aborted) closed.catch(() => undefined)
      else await closed
    }
  }
