import type { Clock } from '../../core/clock.ts'
import type { ToolError } from '../../core/errors.ts'
import type { AssayEvent } from '../../core/events.ts'
import type { Json } from '../../core/json.ts'
import type { Agent } from '../agent.ts'

/** What a call came to, as the session told the model. */
export interface PiCallReport {
  readonly id: string
  readonly tool: string
  /** What the model was told. */
  readonly text: string
  readonly outcome:
    | { readonly isError: false; readonly details: Json }
    | { readonly isError: true; readonly error: ToolError }
}

/** The running stack behind the extensions of a session. */
export interface BardoHost {
  readonly agent: Agent
  readonly clock: Clock
  /** Give custody its wallet for as long as the session lasts; the returned function takes it back. */
  readonly connectWallet: () => () => void
  /** Listen to the stack's events; the returned function ends that. */
  readonly subscribe: (listener: (event: AssayEvent) => void) => () => void
  /** Told of every call, in the order in which they end. */
  readonly onCall?: (report: PiCallReport) => void
  /** Told when the stack itself ends the turn: after a halt, or when the budget of the tick is used up. */
  readonly onStop?: () => void
}
