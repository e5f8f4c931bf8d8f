import { expect, test } from 'vitest'
import { embeddedBook } from './embedded-book.ts'
import { hashWorld, listWorldSources } from './world-hash.ts'

const sources = listWorldSources()

test.each([
  'tools/protocols/uniswap-v3/base.ts',
  'tools/protocols/uniswap-v3/abi.ts',
  'tools/protocols/aave-v3/contracts/AaveReader.sol',
  'tools/core/encode-function-data.ts',
  'harness/chain/preset-block-hashes.ts',
  'harness/chain/chain-builder.ts',
  'harness/protocols/morpho-blue/markets.ts',
  'harness/world/origin-history.ts',
  'harness/world/world-hash.ts',
])('default: %s is a part of the world', (file) => {
  expect(sources).toContain(file)
})

test.each([
  'tools/protocols/uniswap-v3/uniswap-execute-swap.ts',
  'tools/protocols/uniswap-v3/swap.action.ts',
  'tools/core/errors/chain.ts',
  'tools/safety/hooks/simulator.ts',
  'harness/world/world-hash.test.ts',
])('behavior: %s is none', (file) => {
  expect(sources).not.toContain(file)
})

test('behavior: any address makes another world', () => {
  const book = embeddedBook('ethereum')
  const quoter = '0x1111111111111111111111111111111111111111' as const
  const moved = {
    ...book,
    protocols: { ...book.protocols, 'uniswap-v3': { ...book.protocols['uniswap-v3'], quoter } },
  }
  expect(hashWorld({}, book, {})).toBe(hashWorld({}, embeddedBook('ethereum'), {}))
  expect(hashWorld({}, moved, {})).not.toBe(hashWorld({}, book, {}))
})
