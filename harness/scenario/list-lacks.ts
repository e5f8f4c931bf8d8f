import type { StageSetup } from '../stage/open-stage.ts'
import { definitionOf } from './find-step.ts'
import type { Lack } from './step/define-step.ts'
import type { Action, StepOf } from './step/step.ts'

/** List the actions of a step: its own, and those of the steps below it. */
export const actionsOf = ({ action }: StepOf): readonly Action[] => [
  action,
  ...(definitionOf(action).inner?.(action) ?? []).flatMap(actionsOf),
]

/** List what steps need that neither the setup nor a step before them gives, each with its line. */
export function listLacks(
  steps: readonly StepOf[],
  setup: StageSetup,
): readonly (Lack & { readonly line: number })[] {
  const done = new Map<StepOf['on'], Action[]>()
  return steps.flatMap((step) => {
    const actions = actionsOf(step)
    const before = done.get(step.on) ?? []
    done.set(step.on, before)
    const lacks = actions.flatMap((action) => definitionOf(action).lacks?.(action, { setup, before }) ?? [])
    before.push(...actions)
    return lacks.map((lack) => ({ ...lack, line: step.line }))
  })
}
