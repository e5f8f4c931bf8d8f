/** What an untrusted tool or a session that was delegated to may ask for; the account's own limits hold as well. */
export interface RequestBounds {
  /** Most counted spend of one action that it asks for, USDC base units; equality is allowed. */
  readonly maxPerRequestUsdc: bigint
  /** Most counted spend of all that it asks for, in every window of 24 hours. */
  readonly maxPerDayUsdc: bigint
  /** Widest tolerance of what it asks for. */
  readonly maxToleranceBps: number
}

/** Who asked for an action in place of the agent itself, with the bounds. */
export interface RequestedBy extends RequestBounds {
  /** The untrusted tool, or the path of the session. */
  readonly tool: string
  readonly kind?: 'session'
  /** Who has it ask, with bounds that hold as well. */
  readonly within?: RequestedBy
}

/** List everyone whose bounds hold for an action, from the nearest. */
export const listRequesters = (by: RequestedBy | undefined): readonly RequestedBy[] =>
  by === undefined ? [] : [by, ...listRequesters(by.within)]
