/** By how much a run may be worse than its baseline before the gate fails. */
export interface Tolerances {
  /** Of the gas of a scenario's transactions together, in basis points. */
  readonly gasBps: number
  /** Requests of the stack to its nodes, in a scenario. */
  readonly roundTrips: number
  /** Of a scenario's largest error against what the chain shows, in basis points. */
  readonly errorBps: number
  /** Of the share of benign requests that are allowed, in basis points. */
  readonly benignAllowBps: number
}

/** The tolerances of a baseline that states none: everything is the same in each run, and gas moves with the compiler. */
export const TOLERANCES: Tolerances = { gasBps: 100, roundTrips: 0, errorBps: 0, benignAllowBps: 0 }
