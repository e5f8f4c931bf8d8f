/** How often each verdict was given, over many games. */
export interface Tally {
  actions: number
  accepted: number
  /** Drawn actions while a position stands, and while something is owed on one. */
  held: number
  owing: number
  /** Accepted actions by what they ask for. */
  readonly acceptedKinds: Record<string, number>
  /** Accepted actions that were then committed on chain. */
  committed: number
  /** Denials by layer, of previews. */
  readonly denied: Record<string, number>
  /** Denials by layer, of commits. */
  readonly deniedAtCommit: Record<string, number>
  /** What the off-chain rules accept without asking the cage, and what the cage says to it. */
  readonly withoutSimulation: Record<string, number>
}

/** Begin to count. */
export const createTally = (): Tally => ({
  actions: 0,
  accepted: 0,
  held: 0,
  owing: 0,
  acceptedKinds: {},
  committed: 0,
  denied: {},
  deniedAtCommit: {},
  withoutSimulation: {},
})

/** Count one more of a kind. */
export const count = (counts: Record<string, number>, key: string): void => {
  counts[key] = (counts[key] ?? 0) + 1
}
