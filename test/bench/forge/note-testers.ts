import type { Bench } from '../measure/subject.ts'
import type { ForgeRun } from './run-forge.ts'

/** What this harness came to on a subject that forge hunts in as well. */
export interface OwnHunt {
  readonly ms: number
  readonly length: number
}

/** Calls in a second. */
export const callRate = ({ calls, elapsedMs }: Pick<ForgeRun, 'calls' | 'elapsedMs'>) =>
  (1_000 * calls) / elapsedMs

/**
 * Calls in a second of one core: in one of CPU time, whoever takes it.
 *
 * @throws Error where /proc does not say
 */
export function coreRate({ calls, cpuMs }: Pick<ForgeRun, 'calls' | 'cpuMs'>): number {
  if (cpuMs <= 0) throw new Error('the CPU time of processes is read from /proc')
  return (1_000 * calls) / cpuMs
}

/** Note the time to a seeded fault with making it small, and the length that is left, of two testers. */
export function noteHunts({ note }: Bench, subject: string, forge: ForgeRun, own: OwnHunt): void {
  if (forge.broken === undefined) throw new Error(`forge did not find the seeded fault of the ${subject}`)
  note({ name: `${subject}: forge, to the seeded fault and small`, value: forge.elapsedMs, unit: 'ms' })
  note({
    name: `${subject}: this harness, to the seeded fault and small`,
    value: own.ms,
    unit: 'ms',
    ratio: own.ms / forge.elapsedMs,
    means: 'over forge',
  })
  note({ name: `${subject}: forge, calls that are left`, value: forge.broken.shrunkLength, unit: 'calls' })
  note({ name: `${subject}: this harness, steps that are left`, value: own.length, unit: 'steps' })
}
