import { describe, expect, test } from 'vitest'
import { ACTION_CLASSES, allowedClasses, allowsRiskTier, PHASES } from '../safety/policy/phases.ts'
import { writePhaseGuidelines } from './phase-guidelines.ts'

describe('writePhaseGuidelines', () => {
  test.each([
    ...PHASES,
    undefined,
  ])('behavior: in %s exactly what is refused is named, in 400 characters at most', (phase) => {
    const text = writePhaseGuidelines(phase).join('\n')
    for (const actionClass of ACTION_CLASSES) {
      expect([actionClass, text.includes(actionClass)]).toEqual([
        actionClass,
        !allowedClasses(phase).includes(actionClass),
      ])
    }
    expect(text.includes('layer3')).toBe(!allowsRiskTier(phase, 'layer3'))
    expect(text.length).toBeLessThan(400)
  })

  test('default', () => {
    expect(writePhaseGuidelines('cautious')).toEqual([
      'Phase cautious: no class of action is refused for it.',
    ])
    expect(writePhaseGuidelines('survival')).toEqual([
      'Phase survival. Refused now: new-position, increase-position, rebalance, tools of risk layer3. Do not preview them.',
    ])
  })

  test('behavior: an unknown phase leaves exits and the halt', () => {
    expect(writePhaseGuidelines(undefined)[0]).toContain('only exits and emergency_halt')
  })
})
