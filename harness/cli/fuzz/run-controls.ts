import { REPORTERS } from '../../../reports/reporters/index.ts'
import { assertControls, CANARY, CANARY_ID, GOLD, GOLD_ID } from '../../fuzz/controls.ts'
import type { ScenarioDocument } from '../../scenario/scenario-document.ts'
import type { WorkerPool } from '../../schedule/worker-pool.ts'
import { caseJob } from './case-job.ts'
import type { FuzzRun } from './fuzz-run.ts'
import { buildFuzzRecord } from './report-end.ts'

/**
 * Run the case that has to fail and the one that has to pass.
 *
 * @throws HarnessError CONTROL_FAILED; Interrupted before both have run: nothing is found yet that could be reported
 */
export async function runControls(run: FuzzRun, pool: WorkerPool): Promise<void> {
  const runCase = (id: string, document: ScenarioDocument) =>
    pool.run(caseJob(id, document, run.options.seed))
  const results = await Promise.all([runCase(CANARY_ID, CANARY), runCase(GOLD_ID, GOLD)])
  const records = results.flatMap((result) => (result ? [result.record] : []))
  if (records.length < results.length) throw run.io.signal.reason
  const probe = await buildFuzzRecord(run, records)
  assertControls(probe, REPORTERS.console.render(probe, { columns: 120 }))
}
