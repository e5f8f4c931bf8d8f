import type { StepCosts } from '../oracle/step-costs.ts'
import type { RecordFinding } from '../record/record.ts'
import type { Stage } from '../stage/stage.ts'
import { checkChain } from './expect/check-chain.ts'
import { checkCosts } from './expect/check-costs.ts'
import { checkData } from './expect/check-data.ts'
import { checkEnd } from './expect/check-end.ts'
import { checkEvents } from './expect/check-events.ts'
import { checkObserved } from './expect/check-observed.ts'
import { checkOrder } from './expect/check-order.ts'
import { checkRecorded } from './expect/check-recorded.ts'
import { checkStack } from './expect/check-stack.ts'
import type { Check } from './expect/judged-step.ts'
import type { StepOf } from './step/step.ts'
import type { StepOutcome } from './step/step-outcome.ts'
import { renderCodeFrame } from './text/code-frame.ts'

/** What is held against expectations, in the order in which it is reported. */
const CHECKS: readonly Check[] = [
  checkEnd,
  checkObserved,
  checkCosts,
  checkData,
  checkStack,
  checkChain,
  checkEvents,
  checkRecorded,
]

/** What is known of a step besides what it came to. */
export interface StepContext {
  readonly index: number
  readonly waitedMs: number
  readonly costs?: StepCosts | undefined
  /** Text of the file, where it is one that a person can open. */
  readonly source?: string | undefined
}

/**
 * Hold what a step came to against what its author expects, and against the laws of ground truth, which hold without
 * being written down.
 */
export async function checkExpectations(
  step: StepOf,
  outcome: StepOutcome,
  stage: Stage,
  context: StepContext,
): Promise<RecordFinding[]> {
  const findings: RecordFinding[] = []
  const report = (law: string, expected: unknown, found: unknown, subject = '') => {
    const message = `${step.title}: ${subject}expected ${expected}, found ${found}`
    findings.push(
      findingOf({ law, message, expected: String(expected), found: String(found) }, step, outcome, context),
    )
  }
  const { contradictions = [], events = [] } = outcome.observation ?? {}
  for (const { law, subject, expected, found } of contradictions) report(law, expected, found, `${subject}: `)
  for (const { law, expected, found } of checkOrder(events)) report(law, expected, found)
  const { expect = {}, isMalformed = false } = step
  const judged = { expect, isMalformed, outcome, stage, waitedMs: context.waitedMs, costs: context.costs }
  for (const check of CHECKS) await check(judged, report)
  return findings
}

/** Add to what was found where it stands in the file, and who denied. */
function findingOf(
  found: Pick<RecordFinding, 'law' | 'message' | 'expected' | 'found'>,
  { places, line }: StepOf,
  { observation }: StepOutcome,
  { index, source }: StepContext,
): RecordFinding {
  const error = observation?.error
  const member = found.law.startsWith('expect.') ? found.law.slice('expect.'.length) : undefined
  // Who expects a commit expects that it is allowed.
  const place =
    member === undefined
      ? undefined
      : (places?.[member] ?? (member === 'allowed' ? places?.committed : undefined))
  return {
    ...found,
    ...(error ? { layer: error.layer, code: error.code } : {}),
    step: index,
    ...(place ?? { line }),
    ...(place && source !== undefined ? { frame: renderCodeFrame(source, place) } : {}),
  }
}
