import type { Json } from '../../tools/core/json.ts'
import { HarnessError } from '../errors.ts'
import type { Stage } from '../stage/stage.ts'
import { definitionOf, hasTrait } from './find-step.ts'
import type { StepWorld } from './step/define-step.ts'
import type { Action } from './step/step.ts'
import type { StepOutcome } from './step/step-outcome.ts'

/** Carry out one step. */
export async function runStep(
  action: Action,
  stage: Stage,
  bindings: ReadonlyMap<string, string>,
): Promise<StepOutcome> {
  const world: StepWorld = {
    stage,
    bindings,
    permitOf(bound) {
      if (typeof bound === 'string') return bound
      const value = bindings.get(bound.binding)
      if (value !== undefined) return value
      throw new HarnessError('STEP_IMPOSSIBLE', `nothing is bound to \${${bound.binding}}`, {
        expected: 'an earlier step that issued a permit',
        found: 'that step was denied',
        hint: 'expect the denial there, or leave this step out',
      })
    },
    fill: (value) => fillArguments(value, stage.cage, bindings),
    run: (inner) => runStep(inner, stage, bindings),
    hasTrait,
  }
  return (await definitionOf(action).run(action, world)) ?? {}
}

function fillArguments(value: Json, cage: string, bindings: ReadonlyMap<string, string>): Json {
  const text = JSON.stringify(value).replaceAll(/\$\{(\w+)\}/g, (reference, name: string) =>
    name === 'cage' ? cage : (bindings.get(name) ?? reference),
  )
  return JSON.parse(text) as Json
}
