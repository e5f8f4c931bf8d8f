/**
 * How a gateway of a scenario behaves: it serves (`on`), does not run (`down`), takes requests and answers none (`slow`), or is
 * called with the token of another gateway (`other-token`).
 */
export const GATEWAY_MODES = ['on', 'down', 'slow', 'other-token'] as const

/** A behaviour of the gateway. */
export type GatewayMode = (typeof GATEWAY_MODES)[number]

/** Who starts the agent: the gateway, with which it ends (`own`), or a person beside it (`apart`). */
export const AGENT_PLACES = ['own', 'apart'] as const

/** Where the agent of a gateway runs. */
export type AgentPlace = (typeof AGENT_PLACES)[number]
