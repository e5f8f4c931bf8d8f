/** What a step starts beside the stack, for the steps after it. */
export interface Companion {
  close(): Promise<void>
}

/** What runs beside the stack until the scenario ends, each under a name of its own. */
export interface Companions {
  /** The companion of a name, which is opened when it is first asked for. */
  open<Opened extends Companion>(name: string, open: () => Opened): Opened
  has(name: string): boolean
  close(): Promise<void>
}

/** Create the companions of a stage: none. */
export function createCompanions(): Companions {
  const opened = new Map<string, Companion>()
  return {
    open(name, open) {
      const companion = opened.get(name) ?? open()
      opened.set(name, companion)
      return companion as ReturnType<typeof open>
    },
    has: (name) => opened.has(name),
    async close() {
      for (const companion of opened.values()) await companion.close()
    },
  }
}
