import { createHash } from 'node:crypto'
import { toCanonicalJson, toJson } from '../../tools/core/json.ts'
import { computeScenarioDigest } from '../record/digest.ts'
import type { RecordScenario } from '../record/record.ts'
import type { JobResult } from '../schedule/job.ts'
import type { FuzzCase, FuzzOptions } from './fuzz-options.ts'

/** A case that was run. */
export interface RanCase {
  readonly number: number
  readonly fuzzCase: FuzzCase
  readonly result: JobResult
}

/** Name the case of a number. */
export const idOf = ({ property }: Pick<FuzzOptions, 'property'>, number: number): string =>
  `fuzz/${property.name}#${number}`

/** A drawn case may ask the world for what cannot be done, and a troubled one read through an origin that is dead. */
export const isNotApplicable = (fuzzCase: FuzzCase, { broken }: RecordScenario): boolean =>
  'document' in fuzzCase &&
  (broken?.code === 'STEP_IMPOSSIBLE' || (fuzzCase.oracle === 'laws' && broken?.code === 'RPC_UNREACHABLE'))

/** The harness failed, though the case asked for nothing impossible. */
export const isBroken = (fuzzCase: FuzzCase, record: RecordScenario): boolean =>
  record.verdict === 'broken' && !isNotApplicable(fuzzCase, record)

/** The record of a drawn case, with the case itself and the run that draws it; a written one says that of its own. */
export const showCase = (
  { replay }: Pick<FuzzOptions, 'replay'>,
  fuzzCase: FuzzCase,
  record: RecordScenario,
  runs: number,
): RecordScenario =>
  'document' in fuzzCase
    ? {
        ...record,
        property: { runs, counterexample: toJson(fuzzCase.document), oracle: fuzzCase.oracle },
        replay,
      }
    : record

/** Hash what a case came to. */
export const digestCase = ({ record, foreseen }: JobResult): string =>
  createHash('sha256')
    .update(toCanonicalJson([computeScenarioDigest(record), foreseen?.verdicts, foreseen?.expectations]))
    .digest('hex')
