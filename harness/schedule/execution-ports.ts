import type { AssayEvent } from '../../tools/core/events.ts'
import type { SetTimer } from '../stage/clock.ts'

/** What running a job needs from outside its environment. */
export interface ExecutionPorts {
  readonly setTimer: SetTimer
  readonly nowMs: () => number
  readonly onEvent: (event: AssayEvent) => void
}
