import type { ServedUpstream } from '../../../harness/cli/upstream.ts'
import type { Environment } from '../../../harness/stage/environment.ts'
import type { Figure } from './figure.ts'

/** What measuring a subject is given. */
export interface Bench {
  readonly served: ServedUpstream
  /** Fewer rounds: figures that show a direction. */
  readonly isQuick: boolean
  /** Workers that a comparison gets: one a core. */
  readonly cores: number
  note(figure: Figure): void
  /** Say that something cannot be measured here. */
  lack(name: string, why: string): void
  /** Say something that no figure says. */
  explain(text: string): void
  /** Start an environment that ends with the subject. */
  open(): Promise<Environment>
}

/** Something that is measured. */
export interface Subject {
  readonly name: string
  /** What is measured, as a sentence. */
  readonly description: string
  /** Whether a quick bench leaves it out. */
  readonly isLong?: true
  measure(bench: Bench): Promise<void>
}
