import type { RecordStep } from './record.ts'

/**
 * Link an outcome that came later to the step that left it open: the last one before it with a change of the same
 * position. A step that was a write itself settles nothing but its own.
 */
export function linkSettled(step: RecordStep, earlier: readonly RecordStep[]): RecordStep {
  const { outcome, transaction } = step
  if (outcome === undefined || transaction !== undefined) return step
  const changed = new Set(
    [...(outcome.positions ?? []), ...(outcome.worth ?? [])].map(({ protocol, key }) => `${protocol} ${key}`),
  )
  const settled = earlier.findLast(({ outcome: opened, transaction: sent }) =>
    sent === undefined
      ? false
      : opened?.positions?.some(({ protocol, key }) => changed.has(`${protocol} ${key}`)),
  )
  return settled ? { ...step, outcome: { ...outcome, settles: settled.index } } : step
}
