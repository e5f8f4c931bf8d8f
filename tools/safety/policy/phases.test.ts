import { describe, expect, test } from 'vitest'
import { ACTION_CLASSES, allowedClasses, allowsRiskTier, PHASES, parsePhase } from './phases.ts'

// Written from the design's table, column by column.
const TABLE = {
  thriving: [true, true, true, true, true, true],
  cautious: [true, true, true, true, true, true],
  defensive: [false, false, true, true, true, true],
  survival: [false, false, false, true, true, true],
  terminal: [false, false, false, false, true, true],
} as const

describe('allowedClasses', () => {
  test.each(PHASES)('default: %s', (phase) => {
    const allowed = ACTION_CLASSES.map((actionClass) => allowedClasses(phase).includes(actionClass))
    expect(allowed).toEqual([...TABLE[phase]])
  })

  test('behavior: an unknown phase allows exits only', () => {
    expect([...allowedClasses(undefined)].sort()).toEqual([
      'close-position',
      'decrease-position',
      'read-only',
    ])
  })
})

describe('allowsRiskTier', () => {
  test.each(PHASES)('behavior: layer 3 in %s', (phase) => {
    expect(allowsRiskTier(phase, 'layer3')).toBe(phase === 'thriving' || phase === 'cautious')
    expect(allowsRiskTier(phase, 'layer2')).toBe(true)
  })

  test('behavior: an unknown phase blocks layer 3', () => {
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
