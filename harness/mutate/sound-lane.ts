import type { Job } from '../schedule/job.ts'
import type { Lane, Variant } from './lane.ts'

/** The stack as it is. */
export const SOUND: Variant = { key: 'sound', sources: new Map() }

/** A lane that knows what passes on a variant without a fault: what is red anyway notices nothing. */
export interface SoundLane {
  readonly lane: Lane
  passesJob(variant: Variant, job: Job): Promise<boolean>
  passesTests(variant: Variant, file: string, timeoutMs: number): Promise<boolean>
}

/** Let a lane remember what passes on which variant. */
export function rememberSound(lane: Lane): SoundLane {
  const passing = new Map<string, Promise<boolean>>()
  const passesOn = (variant: Variant, name: string, ask: () => Promise<{ readonly kind: string }>) => {
    const key = `${variant.key} ${name}`
    const known = passing.get(key) ?? ask().then(({ kind }) => kind === 'passed' || kind === 'survived')
    passing.set(key, known)
    return known
  }
  return {
    lane,
    passesJob: (variant, job) => passesOn(variant, job.id, () => lane.runJob(variant, job)),
    passesTests: (variant, file, timeoutMs) =>
      passesOn(variant, file, () => lane.runTests(variant, [file], timeoutMs)),
  }
}
