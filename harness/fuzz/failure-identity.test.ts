import { expect, test } from 'vitest'
import type { RecordFinding } from '../record/record.ts'
import { type FailureIdentity, identityOf, isSameFailure } from './failure-identity.ts'

const FAILURE: FailureIdentity = { law: 'expect.denied', layer: 'permit', code: 'PERMIT_EXPIRED' }

test.each<[string, FailureIdentity]>([
  ['law', { ...FAILURE, law: 'expect.allowed' }],
  ['layer', { ...FAILURE, layer: 'phase' }],
  ['code', { ...FAILURE, code: 'PERMIT_UNKNOWN' }],
  ['layer, where there is none', { law: FAILURE.law, code: 'PERMIT_EXPIRED' }],
])('default: a failure with another %s is another one', (_, other) => {
  expect(isSameFailure(FAILURE, other)).toBe(false)
  expect(isSameFailure(FAILURE, { ...FAILURE })).toBe(true)
})

test('behavior: the first finding says what a case failed with', () => {
  const finding = (of: FailureIdentity): RecordFinding => ({
    ...of,
    message: '',
    expected: '',
    found: '',
    step: 0,
    line: 1,
  })
  expect(identityOf({ findings: [finding(FAILURE), finding({ law: 'other' })] })).toEqual(FAILURE)
  expect(identityOf({ findings: [] })).toBeUndefined()
})
