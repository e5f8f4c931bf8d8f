import { expect, test } from 'vitest'
import { type RatedTool, rateRisk } from './risk-class.ts'

const tool = (category: RatedTool['category'], rest: Partial<RatedTool> = {}): RatedTool => ({
  category,
  capability: 'write',
  riskTier: 'layer2',
  ...rest,
})

test.each([
  ['a read', tool('data', { capability: 'read', riskTier: 'layer1' }), 10n ** 15n, 'routine'],
  ['a swap', tool('trading'), 50_000_000_000n, 'standard'],
  ['a large swap', tool('trading'), 50_000_000_001n, 'elevated'],
  ['a supply', tool('lending'), 100_000_000_000n, 'standard'],
  ['a large supply', tool('lending'), 100_000_000_001n, 'elevated'],
  ['a large stake', tool('staking'), 100_000_000_001n, 'elevated'],
  ['liquidity', tool('lp'), 0n, 'elevated'],
  ['a long route', tool('trading', { traits: ['multi-hop'] }), 1n, 'standard'],
  ['leverage', tool('lending', { traits: ['leverage'] }), 1n, 'high'],
  ['another chain', tool('trading', { traits: ['cross-chain'] }), 1n, 'high'],
  ['hooks', tool('lp', { traits: ['hooks'] }), 1n, 'high'],
  ['the third tier', tool('trading', { riskTier: 'layer3' }), 1n, 'high'],
  ['an act of the owner', tool('safety', { capability: 'privileged' }), 0n, 'critical'],
] as const)('behavior: %s', (_, rated, spendUsdc, expected) => {
  expect(rateRisk(rated, spendUsdc)).toBe(expected)
})
