/** Takes note of the faults that took effect, by the names under which coverage counts them. */
export interface StruckFaults {
  note(fault: string): void
  /** Those since this was asked last, each once. */
  take(): readonly string[]
}

/** Create what takes note of faults that took effect. */
export function createStruckFaults(): StruckFaults {
  const struck = new Set<string>()
  return {
    note: (fault) => void struck.add(fault),
    take() {
      const taken = [...struck].sort()
      struck.clear()
      return taken
    },
  }
}
