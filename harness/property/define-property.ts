import type * as fc from 'fast-check'
import type { Draws } from '../scenario/draws.ts'
import type { PropertyWorld } from './property-world.ts'

/** A law that the stack has to keep for every case that fast-check draws. */
export interface PropertyDefinition<Case = unknown> {
  /** The law, as a sentence. */
  readonly name: string
  readonly description: string
  readonly profile: string
  /** Invariants that it checks, by id: I14. */
  readonly invariants?: readonly string[]
  /** Cases that are drawn. */
  readonly draws: Draws
  readonly arbitrary: fc.Arbitrary<Case>
  /** Play one case on a fresh world; throw a `LawViolation` when the law does not hold. An answer other than true breaks it, too. */
  check(drawn: Case, world: PropertyWorld): Promise<void>
}

/** Define a property; a `*.property.ts` file exports the result as `PROPERTY`. */
export const defineProperty = <Case>(property: PropertyDefinition<Case>): PropertyDefinition =>
  property as unknown as PropertyDefinition
