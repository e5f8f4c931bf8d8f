/** One way to play the five swaps, that is compared with others. */
export interface Variant {
  /** Play its share of a round and answer scenarios a second. */
  measure(): Promise<number>
  stop(): Promise<void>
}

/** How a variant comes to be, and what it does and leaves out. */
export interface VariantDefinition {
  readonly name: string
  readonly workers: number
  readonly isHarness?: true
  /** How many times its rate this harness is to have with as many workers. */
  readonly harnessAtLeast?: number
  /** Simulation, reads, oracle, isolation: what one scenario of it is. */
  readonly description: string
  /** @throws UnavailableError when it cannot be had on this machine */
  start(): Promise<Variant>
}
