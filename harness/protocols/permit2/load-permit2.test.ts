import { expect, test } from 'vitest'
import { readPackageVersion } from '../../chain/artifacts.ts'
import { loadPublished, PERMIT2_PACKAGE } from './load-permit2.ts'

test('default', () => {
  const { name, bytecode } = loadPublished('Permit2')
  expect(name).toBe('Permit2')
  expect(bytecode).toMatch(/^0x[0-9a-f]+$/)
  expect(readPackageVersion(PERMIT2_PACKAGE)).toBe('3.1.0')
})
