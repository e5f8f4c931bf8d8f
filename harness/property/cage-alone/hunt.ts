import * as fc from 'fast-check'
import { drawnCase } from './draw-acts.ts'
import { playCase } from './play.ts'
import type { Stand } from './stand.ts'

/** What looking for a difference between cage and model came to. */
export interface CageHunt {
  /** Acts that were played. */
  readonly calls: number
  /** Acts of the smallest case that differs; undefined when none does. */
  readonly shrunkLength?: number
  /** What differs in it. */
  readonly found?: string
}

/** Look for a case in which a cage differs from its model, and make it small. */
export async function huntOnStand(
  stand: Stand,
  { seed, runs, mostActs }: { readonly seed: number; readonly runs: number; readonly mostActs: number },
): Promise<CageHunt> {
  let calls = 0
  const outcome = await fc.check(
    fc.asyncProperty(drawnCase(mostActs), async (drawn) => {
      calls += drawn.acts.length
      await playCase(drawn, stand)
    }),
    { seed, numRuns: runs },
  )
  const [smallest] = outcome.counterexample ?? []
  if (smallest === undefined) return { calls }
  return { calls, shrunkLength: smallest.acts.length, found: String(outcome.errorInstance) }
}
