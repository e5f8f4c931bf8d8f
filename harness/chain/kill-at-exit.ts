/** Signals by which terminals and service managers end a process. */
export const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

const kills = new Set<() => void>()

/**
 * Kill something at once when this process ends, or this thread by itself: by an exit, an uncaught exception, or a signal that
 * nothing else in this process handles.
 *
 * @returns what to call once there is nothing to kill any more
 */
export function killAtExit(kill: () => void): () => void {
  if (kills.size === 0) listen()
  kills.add(kill)
  return () => {
    if (kills.delete(kill) && kills.size === 0) unlisten()
  }
}

function listen() {
  process.on('exit', killAll)
  for (const signal of ENDING_SIGNALS) process.on(signal, onSignal)
}

function unlisten() {
  process.off('exit', killAll)
  for (const signal of ENDING_SIGNALS) process.off(signal, onSignal)
}

function killAll() {
  for (const kill of kills) kill()
}

function onSignal(signal: NodeJS.Signals) {
  if (process.listenerCount(signal) > 1) return
  killAll()
  unlisten()
  process.kill(process.pid, signal)
}
