/** The stack's only source of time; chain time comes from the head block instead. */
export interface Clock {
  /** Wall clock, milliseconds since the epoch. */
  wallMs(): number
  /** The agent's heartbeat counter. */
  tick(): number
  /** Call back once after a real delay; returns the function that cancels it. */
  setTimer(delayMs: number, callback: () => void): () => void
}
