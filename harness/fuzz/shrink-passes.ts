import type { Json } from '../../tools/core/json.ts'
import type { ScenarioDocument } from '../scenario/scenario-document.ts'
import { isFault, keyOf, kindOf, referencesOf, stepsOf } from './case-steps.ts'
import { listLeaves, listMembers, replaced, valueAt, without } from './document-paths.ts'
import type { ShrinkSearch } from './shrink-search.ts'
import { readMagnitude, simplifyMagnitude } from './simplify-value.ts'

/** One way to make the smallest case smaller. */
type ShrinkPass = (search: ShrinkSearch) => Promise<unknown>

/** Members around the steps that are no configuration. */
const NOT_CONFIGURATION = new Set(['name', 'description', 'invariants', 'steps', 'found'])

const dropTail: ShrinkPass = ({ best, attemptSteps }) => {
  const failing = best().report.body.findings[0]?.step ?? 0
  return attemptSteps((_, index) => index <= failing)
}

/** Steps that were left out in the case would be carried out when its file is run. */
const dropIdle: ShrinkPass = ({ best, attemptSteps }) => {
  const { verdicts } = best().report
  return attemptSteps((_, index) => verdicts[index] !== 'not-applicable')
}

/** Without all faults, then without each kind, coarse names before fine ones. */
const dropKinds: ShrinkPass = async ({ best, attemptSteps }) => {
  if (stepsOf(best().document).some(isFault)) await attemptSteps((step) => !isFault(step))
  for (const nameOf of [keyOf, kindOf]) {
    for (const kind of new Set(stepsOf(best().document).map(nameOf))) {
      await attemptSteps((step) => nameOf(step) !== kind)
    }
  }
}

const dropSettings: ShrinkPass = async ({ best, attempt }) => {
  const plain = Object.entries(best().document).filter(([key]) => NOT_CONFIGURATION.has(key))
  if (await attempt(Object.fromEntries(plain) as ScenarioDocument)) return
  for (const path of listMembers(best().document, 3)) {
    if (!NOT_CONFIGURATION.has(String(path[0]))) await attempt(without(best().document, path))
  }
}

/** Runs of steps, ever shorter ones, from the end: what comes late depends on what comes early. */
const dropSteps: ShrinkPass = async ({ best, attemptSteps }) => {
  for (let size = stepsOf(best().document).length >> 1; size >= 1; size >>= 1) {
    for (let end = stepsOf(best().document).length; end > 0; end -= size) {
      const start = end - size
      await attemptSteps((_, index) => index < start || index >= end)
    }
  }
}

const simplifySteps: ShrinkPass = async ({ best, attempt }) => {
  for (const path of listMembers(best().document, 5)) {
    const [top, index, member] = path
    if (top !== 'steps' || path.length < 3) continue
    const step = stepsOf(best().document)[Number(index)] ?? {}
    if (path.length === 3 && member === keyOf(step)) continue
    if (member === 'as' && isReferred(best().document, step.as)) continue
    await attempt(without(best().document, path))
  }
}

const simplifyValues: ShrinkPass = async ({ best, attempt }) => {
  for (const path of listLeaves(best().document)) {
    const [top] = path
    if (top !== 'steps' && NOT_CONFIGURATION.has(String(top))) continue
    const magnitude = readMagnitude(valueAt(best().document, path) as Json)
    if (magnitude === undefined) continue
    await simplifyMagnitude(magnitude, (value) => attempt(replaced(best().document, path, value)))
  }
}

const isReferred = (document: ScenarioDocument, name: unknown): boolean =>
  stepsOf(document).some((step) => referencesOf(step).includes(String(name)))

/** The passes in their order: what is dropped as a whole comes before what is made smaller. */
export const SHRINK_PASSES: readonly ShrinkPass[] = [
  dropTail,
  dropIdle,
  dropKinds,
  dropSettings,
  dropSteps,
  simplifySteps,
  simplifyValues,
]
