import { isMainThread } from 'node:worker_threads'
import { reapOwn } from './process-ledger.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const installed = new Map<string, () => void>()

/**
 * Kill this process' anvils when it ends, however short of SIGKILL: normally, by `process.exit`, by an uncaught
 * exception, or by SIGINT, SIGTERM or SIGHUP. The returned function takes the handlers away.
 *
 * Installing it twice for a directory is installing it once. In a worker thread it does nothing: its process does.
 *
 * @param options.signals - false for a process that handles signals itself and ends with an exit; true by default.
 *   With true the anvils die at once, and the signal is then left to the other handlers, or to the default action.
 */
export function installCleanup(stateDir: string, options: { readonly signals?: boolean } = {}): () => void {
  if (!isMainThread) return () => {}
  const existing = installed.get(stateDir)
  if (existing) return existing

  const reap = () => {
    reapOwn(stateDir)
  }
  const onSignal = (signal: NodeJS.Signals) => {
    reap()
    remove()
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  const signals = options.signals === false ? [] : SIGNALS
  const remove = () => {
    installed.delete(stateDir)
    process.off('exit', reap)
    for (const signal of signals) process.off(signal, onSignal)
  }
  process.on('exit', reap)
  // In front: execa's own handler ends the process only when it finds itself alone.
  for (const signal of signals) process.prependListener(signal, onSignal)
  installed.set(stateDir, remove)
  return remove
}
