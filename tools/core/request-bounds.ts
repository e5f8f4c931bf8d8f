/** What the owner lets an untrusted tool ask for; the account's own limits hold as well. */
export interface RequestBounds {
  /** Most counted spend of one action that it asks for, USDC base units; equality is allowed. */
  readonly maxPerRequestUsdc: bigint
  /** Most counted spend of all that it asks for, in every window of 24 hours. */
  readonly maxPerDayUsdc: bigint
  /** Widest tolerance of what it asks for. */
  readonly maxToleranceBps: number
}

/** The untrusted tool that asked for an action, with its bounds. */
export interface RequestedBy extends RequestBounds {
  readonly tool: string
}
