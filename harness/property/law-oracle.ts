import type { Json } from '../../tools/core/json.ts'
import type { Expectations } from '../scenario/expectations.ts'
import { applies, type CaseJudge, isUnbound, type StepVerdict } from './case-judge.ts'
import { renderExpectations } from './model/render-expectations.ts'

/** Create the oracle of a case of which nobody foretells how its steps end: only the laws decide about it. */
export function createLawOracle(): CaseJudge {
  const expectations: (Json | undefined)[] = []
  const verdicts: StepVerdict[] = []
  return {
    expectations,
    verdicts,
    async foresee(step, stage, bindings) {
      const isApplicable = !isUnbound(step, bindings) && (await applies(step, stage))
      if (!isApplicable) {
        verdicts.push('not-applicable')
        expectations.push(undefined)
      }
      return isApplicable
    },
    async judge(_, { observation }) {
      verdicts.push(observation === undefined ? 'environment' : observation.error ? 'denied' : 'allowed')
      // A denial is as right as anything else; unsaid, it would be a finding.
      const found: Expectations = observation?.error ? { denied: {} } : {}
      expectations.push(renderExpectations(found))
      return found
    },
  }
}
