import { toJson } from '../../tools/core/json.ts'
import { withoutMeasurements } from '../record/digest.ts'
import type { RecordScenario } from '../record/record.ts'
import { countKnown } from './add-failure.ts'
import { firstDifference } from './first-difference.ts'
import type { FuzzOptions } from './fuzz-options.ts'
import type { Failure } from './fuzz-state.ts'
import { digestCase, idOf, isBroken, type RanCase, showCase } from './ran-case.ts'

/** One case in so many is run twice. */
const RERUN_EVERY = 20

const SAME_DIGEST = { law: 'determinism.same-digest' }

/** Run a share of the cases once more; one that comes to something else is a failure of its own. */
export async function runAgain(
  options: FuzzOptions,
  ran: readonly RanCase[],
  failures: Failure[],
  broken: RecordScenario[],
): Promise<number> {
  const chosen = ran.filter(({ number }) => number % RERUN_EVERY === 0)
  const again = await Promise.all(
    chosen.map(({ number, fuzzCase }) => options.runCase(idOf(options, number), fuzzCase)),
  )
  for (const [index, second] of again.entries()) {
    const first = chosen[index]
    if (second === undefined || first === undefined) continue
    const { number, fuzzCase } = first
    if (isBroken(fuzzCase, first.result.record)) continue
    // What the harness could not run came to nothing that could be compared.
    if (isBroken(fuzzCase, second.record)) broken.push(showCase(options, fuzzCase, second.record, 2))
    else if (digestCase(first.result) !== digestCase(second) && !countKnown(failures, SAME_DIGEST)) {
      const record = showCase(options, fuzzCase, describeDifference(first, second), 2)
      failures.push({ identity: SAME_DIGEST, firstCase: number, cases: 1, record })
    }
  }
  return again.filter((result) => result !== undefined).length
}

/** Give the second record of a case, with where it differs from the first. */
function describeDifference({ number, result: first }: RanCase, second: RanCase['result']): RecordScenario {
  const difference = firstDifference(
    toJson(withoutMeasurements(first.record)),
    toJson(withoutMeasurements(second.record)),
  )
  const where = difference === undefined ? 'in what the model said' : `at ${difference.path}`
  return {
    ...second.record,
    verdict: 'failed',
    findings: [
      {
        law: SAME_DIGEST.law,
        message: `case ${number} came to something else the second time, ${where}`,
        expected: difference?.a ?? digestCase(first),
        found: difference?.b ?? digestCase(second),
        step: 0,
        line: 0,
      },
    ],
  }
}
