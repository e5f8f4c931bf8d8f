import type * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { LawViolation } from '../property/law-violation.ts'
import { findingOf } from './tell-case.ts'

test.each([
  [1, 0, 'after 1 case and 0 shrinks, with [18]'],
  [8, 1, 'after 8 cases and 1 shrink, with [18]'],
])('default: a finding counts cases (%i) and shrinks (%i)', (numRuns, numShrinks, message) => {
  const errorInstance = new LawViolation('mine.small', 'small', '18')
  const details = { numRuns, numShrinks, counterexample: [18], errorInstance }
  expect(findingOf(details as fc.RunDetails<[unknown]>)).toMatchObject({ law: 'mine.small', message })
})
