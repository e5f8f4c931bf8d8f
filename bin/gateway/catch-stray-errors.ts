/** What this process tells of errors that nothing caught. */
const EVENTS = ['uncaughtException', 'unhandledRejection'] as const

/** Errors that nothing caught, while they are caught here. */
export interface StrayErrors {
  /** Rejected with the first of them, as `explain` has it. */
  readonly failed: Promise<never>
  /** Leave them to what caught them before. */
  release(): void
}

/**
 * Catch errors that nothing else caught, in place of what would end the process at once: what it holds can be given back first.
 */
export function catchStrayErrors(explain: (cause: unknown) => Error): StrayErrors {
  const { promise: failed, reject } = Promise.withResolvers<never>()
  // It is awaited, but not at every moment.
  failed.catch(() => undefined)
  const onStray = (cause: unknown) => reject(explain(cause))
  const kept = EVENTS.map((event) => [event, process.listeners(event as 'uncaughtException')] as const)
  for (const event of EVENTS) process.removeAllListeners(event).on(event, onStray)
  return {
    failed,
    release() {
      for (const [event, listeners] of kept) {
        process.off(event, onStray)
        for (const listener of listeners) process.on(event, listener)
      }
    },
  }
}
