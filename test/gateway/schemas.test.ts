import { expect, test } from 'vitest'
import { holdHostileNames, holdSchemas } from './hold-schemas.ts'

test('behavior: agent, gateway and reference take the same values of drawn schemas (a sample)', () => {
  const held = holdSchemas({ runs: 60, valuesEach: 10, seed: 1 })
  expect(held).toMatchObject({ schemas: 60, values: 600 })
  // Neither verdict is rare.
  expect(held.accepted).toBeGreaterThan(60)
  expect(held.accepted).toBeLessThan(540)
})

test('behavior: names that would be code are data in the generated file (a sample)', () => {
  const held = holdHostileNames({ runs: 40, valuesEach: 5, seed: 1 })
  expect(held).toMatchObject({ schemas: 40, values: 200 })
  expect(held.accepted).toBeGreaterThan(20)
})
