import type { Address } from 'viem'
import type { AssayEvent } from '../../tools/core/events.ts'
import type { RecordFinding } from '../record/record.ts'
import type { SetTimer } from '../stage/clock.ts'

/** A step that has been carried out and judged. */
export interface JudgedStep {
  /** From 0. */
  readonly index: number
  readonly title: string
  readonly line: number
  readonly findings: readonly RecordFinding[]
  /** The account that the scenario acts for. */
  readonly cage: Address
}

/** What running a job needs from outside its environment. */
export interface ExecutionPorts {
  readonly setTimer: SetTimer
  readonly nowMs: () => number
  readonly onEvent: (event: AssayEvent) => void
  /** Called behind each step of a scripted scenario, which goes on when it resolves. */
  readonly afterStep?: (step: JudgedStep) => Promise<void>
  /** Whether each step is recorded with the call trees of what it simulated and mined. */
  readonly isTraced?: boolean
}
