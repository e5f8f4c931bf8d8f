import { toCanonicalJson } from '../../tools/core/json.ts'
import { computeScenarioDigest, withoutMeasurements } from '../record/digest.ts'
import type { RecordScenario } from '../record/record.ts'

/** Take the traces of a scenario that was played again; it is flaky when the two do not come to the same. */
export function joinTraces(first: RecordScenario, again: RecordScenario): RecordScenario {
  const [expected, found] = [first, again].map(computeScenarioDigest) as [string, string]
  const finding = {
    law: 'run.repeatable',
    message: 'it was played again, with the same seed and world',
    expected: `record ${expected}`,
    found: again.broken ? `${again.broken.code}: ${again.broken.message}` : `record ${found}`,
    step: findDifference(first, again),
    line: 0,
  }
  if (expected !== found) return { ...first, verdict: 'flaky', findings: [...first.findings, finding] }
  const { names = {} } = again
  const steps = first.steps.map((step, at) => {
    const traces = again.steps[at]?.traces
    return traces ? { ...step, traces } : step
  })
  return { ...first, names, steps }
}

/** The first step that is another one; the last where none is. */
function findDifference(first: RecordScenario, again: RecordScenario): number {
  const [expected, found] = [first, again].map((record) =>
    withoutMeasurements(record).steps.map(toCanonicalJson),
  )
  const at = expected?.findIndex((step, index) => step !== found?.[index]) ?? -1
  return at < 0 ? Math.max(first.steps.length - 1, 0) : at
}
