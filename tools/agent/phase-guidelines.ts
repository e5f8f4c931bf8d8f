import { ACTION_CLASSES, allowedClasses, allowsRiskTier, type Phase } from '../safety/policy/phases.ts'

/** Say in short lines what the safety layer refuses in a phase; an unknown one leaves exits and the halt. */
export function writePhaseGuidelines(phase: Phase | undefined): readonly string[] {
  const allowed = allowedClasses(phase)
  const refused: readonly string[] = [
    ...ACTION_CLASSES.filter((actionClass) => !allowed.includes(actionClass)),
    ...(allowsRiskTier(phase, 'layer3') ? [] : ['tools of risk layer3']),
  ]
  if (phase === undefined) {
    return [
      'The phase is unknown: only exits and emergency_halt are possible until it is known again.',
      `Refused now: ${refused.join(', ')}.`,
    ]
  }
  if (refused.length === 0) return [`Phase ${phase}: no class of action is refused for it.`]
  return [`Phase ${phase}. Refused now: ${refused.join(', ')}. Do not preview them.`]
}
