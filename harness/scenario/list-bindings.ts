import { findStep, STEP_KEYS } from './find-step.ts'

type Members = Readonly<Record<string, unknown>>

/** List the names that steps bind, at any depth. */
export function listBindings(steps: unknown): string[] {
  if (!Array.isArray(steps)) return []
  return steps.flatMap((step: unknown) => {
    if (step === null || typeof step !== 'object') return []
    const members = step as Members
    const below = STEP_KEYS.flatMap((key) =>
      Object.hasOwn(members, key) ? listBindings(findStep(key)?.below?.(members[key])) : [],
    )
    return [...(typeof members.as === 'string' ? [members.as] : []), ...below]
  })
}
