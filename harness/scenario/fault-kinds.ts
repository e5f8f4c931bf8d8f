import type { StageSetup } from '../stage/open-stage.ts'
import { HARMLESS } from '../world/place-hostile-tokens.ts'
import { definitionOf } from './find-step.ts'
import { faultsOfProvider } from './second-provider-faults.ts'
import type { Action } from './step/step.ts'
import { STEPS } from './step-list.ts'
import { faultsOfTraits } from './token-traits.ts'

/** Everything that a scenario can let go wrong, by names that stay. */
export const FAULT_KINDS: readonly string[] = STEPS.flatMap((step): readonly string[] =>
  'faults' in step ? (step.faults?.kinds ?? []) : [],
)

/** Name the faults that the world of a scenario has from the start. */
export function faultsOfSetup({ secondProvider = 'off', tokens }: StageSetup): readonly string[] {
  return [
    ...faultsOfProvider(secondProvider),
    // What a set-up does not say is filled in with what is harmless; decimals are always there.
    ...[...(tokens?.values() ?? [])].flatMap(({ decimals, ...traits }) =>
      faultsOfTraits(
        Object.fromEntries(
          Object.entries(traits).filter(([name, value]) => value !== HARMLESS[name as keyof typeof HARMLESS]),
        ),
      ),
    ),
  ]
}

/** Name the faults that a step lets happen by itself, with those of the steps below it. */
export function faultsOfStep(action: Action): readonly string[] {
  const step = definitionOf(action)
  const inner = step.inner?.(action) ?? []
  return [...(step.faults?.of?.(action) ?? []), ...inner.flatMap((below) => faultsOfStep(below.action))]
}
