import type { RecordIncomplete } from './record.ts'

/** Version of the shape below. */
export const MUTATION_VERSION = 1

/** What was asked whether it notices a mutant. */
export interface Asked {
  readonly scenarios: number
  readonly properties: number
  readonly testFiles: readonly string[]
}

/** How a mutant ended: only an assertion kills. */
export type MutantVerdict =
  | {
      readonly kind: 'killed'
      readonly by: string
      readonly assertion: string
      /** It was denied, but not by the layer and code that the scenario names: another rule stood behind. */
      readonly isOtherDenial?: true
    }
  | { readonly kind: 'survived'; readonly asked: Asked }
  /** The text to replace is gone, or what replaces it does not load or compile. */
  | { readonly kind: 'invalid'; readonly problem: string }
  | { readonly kind: 'timed-out'; readonly at: string }
  /** Nothing that could notice it passes when the other layers are off. */
  | { readonly kind: 'unjudged'; readonly problem: string }

/** A fault, and what became of it. */
export interface RecordMutant {
  readonly mutant: {
    readonly id: string
    readonly fault: string
    readonly layer: string
    /** Invariants that it breaks. */
    readonly violates: readonly string[]
    /** A change that changes nothing that counts: it has to survive. */
    readonly isControl: boolean
    readonly edits: readonly { readonly file: string }[]
  }
  readonly verdict: MutantVerdict
  /** The verdict with all other layers switched off; absent where that was not asked. */
  readonly alone?: MutantVerdict
  readonly durationMs: number
}

/**
 * The versioned record of one campaign. It is a record of its own and no part of a run's: a run that tried no mutant says
 * nothing of any.
 */
export interface MutationRecord {
  readonly mutationVersion: typeof MUTATION_VERSION
  /** ISO time of the start. */
  readonly startedAt: string
  readonly gitCommit: string | null
  readonly isDirty: boolean | null
  /** Content hashes of code and world. */
  readonly codeHash: string
  readonly worldHash: string
  /** How many there are to choose from. */
  readonly listed: number
  /** How many of them were to be judged. */
  readonly planned: number
  readonly mutants: readonly RecordMutant[]
  /** What needs each layer, where that was asked. */
  readonly layers: readonly { readonly layer: string; readonly verdict: MutantVerdict }[]
  /** Present when a part of them was judged only. */
  readonly incomplete?: RecordIncomplete
}

/** Whether a mutant ended as it has to: a fault is killed, also alone where that was asked; a control survives. */
export const isRight = ({
  mutant,
  verdict,
  alone,
}: Pick<RecordMutant, 'verdict' | 'alone'> & {
  readonly mutant: Pick<RecordMutant['mutant'], 'isControl'>
}): boolean =>
  mutant.isControl
    ? verdict.kind === 'survived'
    : verdict.kind === 'killed' && (alone === undefined || alone.kind === 'killed')
