import { expect, test } from 'vitest'
import { loadArtifact, readPackageVersion } from './artifacts.ts'

const DESCRIPTOR =
  '@uniswap/v3-periphery/artifacts/contracts/NonfungibleTokenPositionDescriptor.sol/NonfungibleTokenPositionDescriptor.json'
const LIBRARY = '0x42B24A95702b9986e82d421cC3568932790A48Ec'

test('default', () => {
  const weth = loadArtifact('canonical-weth/build/contracts/WETH9.json')
  expect(weth.name).toBe('WETH9')
  expect(weth.bytecode).toMatch(/^0x[0-9a-f]+$/)
  expect(readPackageVersion('canonical-weth')).toMatch(/^\d+\.\d+\.\d+$/)
})

test('behavior: libraries are linked', () => {
  const { bytecode } = loadArtifact(DESCRIPTOR, { NFTDescriptor: LIBRARY })
  expect(bytecode).toContain(LIBRARY.slice(2).toLowerCase())
  expect(bytecode).toMatch(/^0x[0-9a-f]+$/)
})

test('error: DEPLOY_FAILED without the library', () => {
  expect(() => loadArtifact(DESCRIPTOR)).toThrowErrorMatchingInlineSnapshot(`
    [HarnessError: NonfungibleTokenPositionDescriptor needs the library NFTDescriptor
      expected: an address for NFTDescriptor
      found:    addresses for: none
      do:       deploy NFTDescriptor first and pass its address]
  `)
})

test('error: DEPLOY_FAILED without the package', () => {
  expect(() => loadArtifact('@nobody/contracts/A.json')).toThrowErrorMatchingInlineSnapshot(`
    [HarnessError: the package @nobody/contracts does not provide a contract
      expected: @nobody/contracts/A.json
      found:    nothing there
      do:       run \`npm ci\` to install @nobody/contracts]
  `)
  expect(() => readPackageVersion('no-such-package')).toThrow(/no-such-package/)
})
