import { expect, test } from 'vitest'
import { holdHostileNames, holdSchemas } from './hold-schemas.ts'

test('behavior: agent, gateway and reference take the same values of 2 000 drawn schemas', () => {
  const held = holdSchemas({ runs: 2_000, valuesEach: 20, seed: 2 })
  console.log(`${held.schemas} schemas, ${held.values} values, ${held.accepted} of them accepted`)
  expect(held).toMatchObject({ schemas: 2_000, values: 40_000 })
  expect(held.accepted).toBeGreaterThan(4_000)
})

test('behavior: names that would be code are data in 1 000 generated files', () => {
  const held = holdHostileNames({ runs: 1_000, valuesEach: 10, seed: 2 })
  console.log(`${held.schemas} schemas, ${held.values} values, ${held.accepted} of them accepted`)
  expect(held).toMatchObject({ schemas: 1_000, values: 10_000 })
})
