import type { Hex } from 'viem'
import type { DelegationRequest } from './delegation-request.ts'

/** What a model made of a task. */
export interface Played {
  /** What it said at the end of its turn. */
  readonly text: string
  /** Whether it ended its turn itself. */
  readonly isComplete: boolean
}

/** What came of a task in a session that was delegated to. */
export interface DelegatedWork extends Played {
  /** Path of that session. */
  readonly path: string
  /** What it previewed itself. */
  readonly permitIds: readonly Hex[]
}

/** How a session has a model work below it. */
export interface Delegation {
  /** Archetypes that may be asked. */
  readonly targets: readonly string[]
  /**
   * Open a session below and let a model do a task in it; the signal gives it up.
   *
   * @throws ToolError DELEGATION_NOT_ALLOWED, DELEGATION_TOO_DEEP, DELEGATION_EXCEEDS_PARENT, SESSION_REFUSED
   */
  run(request: DelegationRequest, task: string, signal: AbortSignal | undefined): Promise<DelegatedWork>
}
