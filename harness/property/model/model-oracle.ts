import { type Json, toJson } from '../../../tools/core/json.ts'
import type { StepOracle } from '../../run/step-oracle.ts'
import type { Scenario } from '../../scenario/scenario.ts'

/** An oracle that also tells what it said. */
export interface ModelOracle extends StepOracle {
  readonly expectations: readonly (Json | undefined)[]
  readonly verdicts: readonly ('allowed' | 'denied' | 'not-applicable' | 'environment')[]
}

/** Create the oracle of one case. */
export function createModelOracle(_scenario: Scenario): ModelOracle {
  const expectations: (Json | undefined)[] = []
  const verdicts: ModelOracle['verdicts'][number][] = []
  return {
    expectations,
    verdicts,
    async foresee({ action }, _stage, bindings) {
      const named =
        'permit' in action && typeof action.permit === 'object' ? action.permit.binding : undefined
      if (named === undefined || bindings.has(named)) return true
      verdicts.push('not-applicable')
      expectations.push(undefined)
      return false
    },
    async judge(_step, { observation }) {
      const error = observation?.error
      verdicts.push(observation === undefined ? 'environment' : error ? 'denied' : 'allowed')
      const expect = error ? { denied: { layer: error.layer, code: error.code } } : {}
      expectations.push(toJson(expect))
      return expect
    },
  }
}
