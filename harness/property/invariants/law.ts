import type { PublicClient } from 'viem'
import type { PermitRow } from '../../../tools/safety/store/permit-rows.ts'
import type { MinedBlock } from '../../chain/open-within.ts'
import type { Action } from '../../scenario/step/step.ts'
import type { StepOutcome } from '../../scenario/step/step-outcome.ts'
import type { Stage } from '../../stage/stage.ts'
import type { Executed } from './follow-executed.ts'
import type { Sent } from './list-sent.ts'

/** A scenario after one of its steps. */
export interface LawMoment {
  readonly stage: Stage
  /** The harness' own eyes on the chain. */
  readonly client: PublicClient
  readonly headSeconds: bigint
  readonly action: Action
  readonly outcome: StepOutcome
  /** The phase before the step, or unknown. */
  readonly phase: string
  /** Every permit as it is now, read once for all laws. */
  readonly permits: () => readonly PermitRow[]
  /** What was signed for permits and may be mined, listed once for all laws. */
  readonly sent: () => readonly Sent[]
  /** The blocks that were not there the moment before, read once for all laws. */
  readonly blocks: () => Promise<readonly MinedBlock[]>
  /** What was carried out in them, whoever was told of it; looked for once for all laws. */
  readonly executed: () => Promise<readonly Executed[]>
}

/** How a law was broken. */
export interface LawBreach {
  readonly expected: string
  readonly found: string
}

/** A law that holds after every step of every scenario, drawn or written. */
export interface Law {
  /** Name under which a breach is reported. */
  readonly name: `law.${string}`
  /** Invariants that it checks, by id. */
  readonly invariants: readonly string[]
  /**
   * Of what it remembers the past, whatever becomes of the store: one chain, or the agent on all its chains. Without it,
   * what it remembers is of the store.
   */
  readonly past?: 'chain' | 'agent'
  /** Begin to watch one scenario; what the law has to remember of it lives in the closure. */
  watch(): (moment: LawMoment) => LawBreach | undefined | Promise<LawBreach | undefined>
}
