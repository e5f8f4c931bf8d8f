/** The clock of this process. */
export const CLOCK = {
  wallMs: () => Date.now(),
  setTimer(delayMs: number, callback: () => void) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}
