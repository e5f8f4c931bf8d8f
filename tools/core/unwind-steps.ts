import type { OpenPosition, UnwindStep } from './position-keeper.ts'

/** Whether a step can be taken at a second of the chain. */
const isDue = ({ fromSeconds = 0 }: UnwindStep, nowSeconds: bigint): boolean =>
  BigInt(fromSeconds) <= nowSeconds

/** List the steps that can be taken now: one that has to wait keeps those behind it. */
export function listDueSteps({ steps }: OpenPosition, nowSeconds: bigint): readonly UnwindStep[] {
  const first = steps.findIndex((step) => !isDue(step, nowSeconds))
  return first < 0 ? steps : steps.slice(0, first)
}

/** Say from when on the first step of a position can be taken, where nothing but time brings it nearer. */
export function waitsUntil({ steps: [first] }: OpenPosition, nowSeconds: bigint): number | undefined {
  return isDue(first, nowSeconds) ? undefined : first.fromSeconds
}
