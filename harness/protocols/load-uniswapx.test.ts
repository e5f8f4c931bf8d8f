import { expect, test } from 'vitest'
import { readPackageVersion } from '../chain/artifacts.ts'
import { loadPublished, UNISWAPX_PACKAGE } from './load-uniswapx.ts'

test('default', () => {
  const { name, bytecode } = loadPublished('Permit2')
  expect(name).toBe('Permit2')
  expect(bytecode).toMatch(/^0x[0-9a-f]+$/)
  expect(readPackageVersion(UNISWAPX_PACKAGE)).toBe('3.1.0')
})
