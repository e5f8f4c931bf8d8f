import { LAYERS, type Layer } from '../../tools/core/layers.ts'
import { findNearest } from '../../tools/core/suggest.ts'
import { DEV_ERRORS } from '../../tools/profiles/dev.ts'
import { HarnessError } from '../errors.ts'
import type { RecordStep } from '../record/record.ts'

/** How a step is expected to be denied; what is left out may be anything. */
export interface ExpectedDenial {
  readonly layer?: Layer
  readonly code?: string
}

/** The matchers, for `declare module 'vitest' { interface Matchers extends AssayMatchers {} }`. */
export interface AssayMatchers<Result = void> {
  /** The step was denied, by this layer with this code. */
  toBeDenied(expected?: ExpectedDenial): Result
  /** The step was allowed. */
  toBeAllowed(): Result
  /** The step was allowed, and its transaction mined. */
  toBeCommitted(): Result
}

interface Verdict {
  readonly pass: boolean
  readonly message: () => string
  readonly expected: string
  readonly actual: string
}

/**
 * Matchers for what steps came to.
 *
 * @example expect.extend(matchers)
 */
export const matchers = {
  toBeDenied(step: RecordStep, expected: ExpectedDenial = {}): Verdict {
    const { layer, code } = expected
    assertName('layer', layer, LAYERS)
    assertName('code', code, Object.keys(DEV_ERRORS))
    const { denial } = checkStep(step)
    const isAs =
      denial !== undefined &&
      (layer ?? denial.layer) === denial.layer &&
      (code ?? denial.code) === denial.code
    return judge(step, isAs, `denied by ${layer ?? 'any layer'}${code ? ` with ${code}` : ''}`)
  },
  toBeAllowed: (step: RecordStep): Verdict => judge(step, checkStep(step).denial === undefined, 'allowed'),
  toBeCommitted: (step: RecordStep): Verdict =>
    judge(step, checkStep(step).transaction !== undefined && step.denial === undefined, 'committed'),
} as const

function judge(step: RecordStep, pass: boolean, wanted: string): Verdict {
  const { title, denial, transaction } = step
  const found = denial
    ? `denied by ${denial.layer} with ${denial.code}: ${denial.message}`
    : transaction
      ? `committed in ${transaction.hash}`
      : 'allowed, nothing committed'
  return {
    pass,
    message: () => `${title}: expected ${pass ? `not ${wanted}` : wanted}, found ${found}`,
    expected: wanted,
    actual: found,
  }
}

/** A promise of a step is none: it would match nothing, and `not` anything. So would steps that end each in its own way. */
function checkStep(step: RecordStep): RecordStep {
  if (typeof step === 'object' && step !== null && 'verdict' in step && 'title' in step) {
    if (step.kind !== 'together') return step
    throw new HarnessError('BAD_USAGE', 'each of several steps has an end of its own', {
      expected: 'one step',
      found: step.title,
      hint: 'look at result.committed, result.denied and result.codes, or expect denials: [] in the step',
    })
  }
  throw new HarnessError('BAD_USAGE', 'this is no step', {
    expected: 'what step() resolves to',
    found: (step as unknown) instanceof Promise ? 'a promise' : String(step),
    hint: 'await the step first',
  })
}

function assertName(what: string, name: string | undefined, known: readonly string[]): void {
  if (name === undefined || known.includes(name)) return
  const nearest = findNearest(name, known)
  throw new HarnessError('BAD_USAGE', `there is no such ${what}`, {
    expected: `a ${what} that the stack denies with`,
    found: name,
    hint: nearest ? `did you mean "${nearest}"?` : 'see `assay docs codes`',
  })
}
