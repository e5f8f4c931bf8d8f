import { expect, test } from 'vitest'
import { compareToolchain } from './compare-toolchain.ts'
import { makeParts } from './fixtures/make-bundle.ts'

const { toolchain } = makeParts().manifest

test('default: nothing differs of the same', () => {
  expect(compareToolchain(toolchain, { ...toolchain, gitCommit: 'another', isDirty: true })).toEqual([])
})

test.each([
  'assayVersion',
  'codeHash',
  'nodeVersion',
  'anvilVersion',
  'anvilHash',
  'solcHash',
  'platform',
] as const)('behavior: another %s is named', (name) => {
  expect(compareToolchain(toolchain, { ...toolchain, [name]: 'another' })).toHaveLength(1)
})
