import type { RequestBounds } from '../../core/request-bounds.ts'

/** What a session asks for when it delegates; what it does not say, the archetype has as far as the session above has it. */
export interface DelegationRequest {
  /** The archetype that is to do it. */
  readonly to: string
  /** The only tools that it needs. */
  readonly tools?: readonly string[]
  /** The only protocols that it needs. */
  readonly protocols?: readonly string[]
  /** The most that it may ask for. */
  readonly limits?: RequestBounds
}
