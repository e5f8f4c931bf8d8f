/** What a gateway lets others take of it; times are of the real clock. */
export interface GatewayLimits {
  /** One request's body. */
  readonly requestBytes: number
  /** What a tool answers, as JSON. */
  readonly resultBytes: number
  /** Calls at the same time, those included that wait for a hook, or ran out of time and have not ended. */
  readonly calls: number
  /** One call of a tool; loading a plugin, and what it does to register. */
  readonly callMs: number
  /** One verdict of a hook. */
  readonly hookMs: number
  /** One prompt of an agent, from the message until it comes to rest. */
  readonly promptMs: number
}

/** The limits of a gateway whose config says nothing else. */
export const DEFAULT_GATEWAY_LIMITS: GatewayLimits = {
  requestBytes: 262_144,
  resultBytes: 1_048_576,
  calls: 16,
  callMs: 30_000,
  hookMs: 5_000,
  promptMs: 600_000,
}
