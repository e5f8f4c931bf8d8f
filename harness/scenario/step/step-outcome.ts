import type { Observation } from '../../oracle/observer.ts'
import type { AgentName } from '../../stage/processes.ts'
import type { GivenSignature } from '../../vocabulary/submission.ts'

/** What a step came to. */
export interface StepOutcome {
  /** Undefined for steps that are not the agent's. */
  readonly observation?: Observation
  /** The permit that the step issued or used. */
  readonly permitId?: string
  /** The signature that the step gave out, with what it covers. */
  readonly signed?: GivenSignature
  readonly actionClass?: string
  readonly spendUsdc?: bigint
  /** Whether it only read. */
  readonly isRead?: boolean
  /** Whether it came with the owner's approval, so that the phase is not asked. */
  readonly isApproved?: boolean
  /** The agent that acts from now on. */
  readonly actsAs?: AgentName
  /** What happened to the agent's store: its file is another one, or it was opened again. */
  readonly store?: 'replaced' | 'opened'
  /** What each of the steps that ran together came to. */
  readonly together?: readonly TogetherOutcome[]
}

/** What one of several steps came to that ran together. */
export interface TogetherOutcome {
  readonly title: string
  readonly as?: string
  readonly permitId?: string
  /** The code of its denial. */
  readonly code?: string
}
