import { expect, test } from 'vitest'
import { assertOnChain, supportedChainsOf } from './chain-support.ts'

const ALL = [1, 10, 56, 130, 137, 8_453, 42_161, 43_114, 31_337]
const tool = (
  capability: string,
  category: Parameters<typeof supportedChainsOf>[0]['category'],
  chains = ALL,
) => ({
  name: 'x',
  capability,
  category,
  supportedChains: chains,
})

test.each([
  ['lending', [1, 10, 137, 8_453, 42_161, 43_114, 31_337]],
  ['staking', [1, 31_337]],
  ['restaking', [1, 31_337]],
  ['derivatives', [1, 130, 8_453, 42_161, 43_114, 31_337]],
  ['yield', [1, 42_161, 31_337]],
  ['vault', [1, 130, 8_453, 31_337]],
  ['trading', ALL],
  ['lp', ALL],
  ['data', ALL],
] as const)('behavior: writing of %s exists on its chains alone, reading on all', (category, chains) => {
  expect(supportedChainsOf(tool('write', category))).toEqual(chains)
  expect(supportedChainsOf(tool('privileged', category))).toEqual(chains)
  expect(supportedChainsOf(tool('read', category))).toEqual(ALL)
})

test('behavior: a tool works on no more chains than it names', () => {
  expect(supportedChainsOf(tool('write', 'vault', [1, 10]))).toEqual([1])
})

test('I39: error: CHAIN_NOT_SUPPORTED', () => {
  expect(() => assertOnChain(tool('write', 'vault'), 10)).toThrow(
    expect.objectContaining({ code: 'CHAIN_NOT_SUPPORTED' }),
  )
  expect(() => assertOnChain(tool('write', 'vault'), 8_453)).not.toThrow()
})
