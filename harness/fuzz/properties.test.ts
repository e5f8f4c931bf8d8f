import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCase } from '../scenario/case.ts'
import { FUZZ_PROPERTIES } from './properties.ts'

test.each(FUZZ_PROPERTIES)('default: $name draws cases that can be run', ({ draw, drawTroubled }) => {
  for (const drawn of [draw, drawTroubled]) {
    const cases = fc.sample(drawn, { numRuns: 100, seed: 1 })
    expect(cases.filter((document) => !isCase(document))).toEqual([])
  }
})
