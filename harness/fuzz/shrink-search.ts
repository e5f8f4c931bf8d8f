import { toCanonicalJson } from '../../tools/core/json.ts'
import type { ScenarioDocument } from '../scenario/scenario-document.ts'
import type { CaseReport } from '../schedule/execute-case.ts'
import { keepSteps, type StepDocument, stepsOf } from './case-steps.ts'
import { type FailureIdentity, identityOf, isSameFailure } from './failure-identity.ts'

/** A failing case to make small. */
export interface ShrinkOptions {
  readonly document: ScenarioDocument
  readonly report: CaseReport
  readonly identity: FailureIdentity
  /** Run a candidate; undefined when it could not be run, e.g. because it is no valid scenario. */
  readonly run: (document: ScenarioDocument) => Promise<CaseReport | undefined>
  readonly maxExecutions: number
  /** Aborted: the smallest case so far is the answer. */
  readonly signal: AbortSignal
}

/** The search for the smallest case that fails in the same way. */
export interface ShrinkSearch {
  /** The smallest case so far. */
  best(): { readonly document: ScenarioDocument; readonly report: CaseReport }
  /** Take a candidate when it fails in the same way. */
  attempt(candidate: ScenarioDocument): Promise<boolean>
  /** Try the steps that a test chooses. */
  attemptSteps(keeps: (step: StepDocument, index: number) => boolean): Promise<boolean>
  executions(): number
  /** Whether nothing more may be run. */
  isSpent(): boolean
}

/** Start the search at the case that was found. */
export function createShrinkSearch(options: ShrinkOptions): ShrinkSearch {
  const { identity, run, maxExecutions, signal } = options
  let best = { document: options.document, report: options.report }
  let executions = 0
  const tried = new Set([toCanonicalJson(best.document)])
  const isSpent = () => executions >= maxExecutions || signal.aborted
  const attempt = async (candidate: ScenarioDocument): Promise<boolean> => {
    const text = toCanonicalJson(candidate)
    if (stepsOf(candidate).length === 0 || tried.has(text) || isSpent()) return false
    tried.add(text)
    const report = await run(candidate)
    if (report === undefined) return false
    executions += 1
    const found = identityOf(report.body)
    if (found === undefined || !isSameFailure(found, identity)) return false
    best = { document: candidate, report }
    return true
  }
  return {
    best: () => best,
    attempt,
    attemptSteps: (keeps) => attempt({ ...best.document, steps: keepSteps(stepsOf(best.document), keeps) }),
    executions: () => executions,
    isSpent,
  }
}
