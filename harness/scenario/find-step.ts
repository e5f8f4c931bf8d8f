import type { StepDefinition, StepSyntax, StepTrait } from './step/define-step.ts'
import type { Action } from './step/step.ts'
import { STEPS } from './step-list.ts'

const BY_KIND = new Map<string, StepDefinition | StepSyntax>(STEPS.map((step) => [step.kind, step]))

/** Keys of a step that say what it does. */
export const STEP_KEYS: readonly string[] = STEPS.filter((step) => 'schema' in step).map(({ kind }) => kind)

/** Find what is written under a key of a step. */
export const findStep = (kind: string): StepDefinition | StepSyntax | undefined => BY_KIND.get(kind)

/** The definition of a step that was read. */
export const definitionOf = ({ kind }: Action): StepDefinition => BY_KIND.get(kind) as StepDefinition

/** Tell whether a step has a trait. */
export const hasTrait = ({ kind }: Action, trait: StepTrait): boolean => kindsWith(trait).includes(kind)

/** List the kinds of steps that have a trait. */
export const kindsWith = (trait: StepTrait): string[] =>
  [...BY_KIND.values()].flatMap((step) => ('run' in step && step.traits?.includes(trait) ? [step.kind] : []))
