import type { ScenarioDocument } from '../scenario/scenario-document.ts'
import type { CaseReport } from '../schedule/execute-case.ts'
import { SHRINK_PASSES } from './shrink-passes.ts'
import { createShrinkSearch, type ShrinkOptions } from './shrink-search.ts'

/** The smallest case that was found. */
export interface Shrunk {
  readonly document: ScenarioDocument
  readonly report: CaseReport
  readonly executions: number
  /** Whether nothing smaller is left to try; false when the limit was reached first. */
  readonly isComplete: boolean
}

/**
 * Make a failing case small while it fails in the same way (same law, layer and code), along three axes: what is
 * done, which faults happen, and how everything is configured. Whole kinds go first, then single steps and settings,
 * then values go towards zero or the boundary that decides. The same case gives the same answer.
 */
export async function shrink(options: ShrinkOptions): Promise<Shrunk> {
  const search = createShrinkSearch(options)
  let before: ScenarioDocument
  do {
    before = search.best().document
    for (const pass of SHRINK_PASSES) await pass(search)
  } while (search.best().document !== before && !search.isSpent())
  const isComplete = search.best().document === before && !search.isSpent()
  return { ...search.best(), executions: search.executions(), isComplete }
}
