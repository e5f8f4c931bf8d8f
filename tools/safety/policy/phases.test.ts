import { describe, expect, test } from 'vitest'
import { allowsRiskTier, PHASES, parsePhase } from './phases.ts'

describe('allowsRiskTier', () => {
  test.each(PHASES)('I26: layer 3 in %s', (phase) => {
    expect(allowsRiskTier(phase, 'layer3')).toBe(phase === 'thriving' || phase === 'cautious')
    expect(allowsRiskTier(phase, 'layer2')).toBe(true)
  })

  test('I28: an unknown phase blocks layer 3', () => {
    expect(allowsRiskTier(undefined, 'layer3')).toBe(false)
  })
})

describe('parsePhase', () => {
  test.each([
    ['Thriving', 'thriving'],
    ['stable', 'cautious'],
    ['conservation', 'defensive'],
    ['declining', 'survival'],
    ['desperate', 'survival'],
    ['euphoric', undefined],
  ])('default: %s', (name, expected) => {
    expect(parsePhase(name)).toBe(expected)
  })
})
