import type { Attacker as AttackerName } from '../../tools/safety/policy/max-loss.ts'
import type { Attempt } from '../vocabulary/attack.ts'

/** The ways in which an attacker can act for the cage; each answers whether the cage went along. */
export interface Attacker {
  readonly name: AttackerName
  /** Make a move now; one that this attacker has no way to make comes to nothing. */
  make(attempt: Attempt): Promise<boolean>
  /** Get a move signed, or previewed, now and keep it. */
  prepare(attempt: Attempt): Promise<boolean>
  /** Carry out what was kept. */
  use(): Promise<boolean>
  /** Bring a halt about. */
  halt(): Promise<boolean>
  /** Let what waits become final. */
  rest(): Promise<void>
}
