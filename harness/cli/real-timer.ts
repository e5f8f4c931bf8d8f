import type { SetTimer } from '../stage/clock.ts'

/** Set a timer of the machine; answers how to cancel it. */
export const setRealTimer: SetTimer = (delayMs, callback) => {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}
