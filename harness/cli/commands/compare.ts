import { renderGate } from '../../../reports/text/render-gate.ts'
import { loadReporters, type ReporterChoice } from '../choose-reporters.ts'
import { writeReport } from '../conclude.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { findRun } from '../find-run.ts'
import { holdAgainst, measureRun } from '../hold-baseline.ts'
import type { CliIo } from '../io.ts'

/** Options of `assay compare`. */
export interface CompareOptions {
  readonly json?: boolean
  readonly reporter?: readonly ReporterChoice[]
}

/**
 * Say in what one run differs from another; what got worse makes it fail. Reports that are asked for show the second run
 * against the first; its own stay as they are.
 */
export async function compare(
  before: string,
  after: string,
  { json, reporter }: CompareOptions,
  io: CliIo,
): Promise<number> {
  const reporters = reporter === undefined ? [] : await loadReporters(reporter)
  const [{ record: first }, { record: second }] = [findRun(before), findRun(after)] as const
  const held = holdAgainst(second, { name: first.runId, where: second.runId }, measureRun(first))
  const { differences } = held.gate
  if (json) io.print(JSON.stringify({ before: first.runId, after: second.runId, differences }, null, 2))
  else if (reporters.every(({ file }) => file !== undefined)) {
    for (const line of renderGate(held.gate, io.colors)) io.print(line)
  }
  for (const { reporter: chosen, file } of reporters) writeReport(held, chosen, file, io)
  return differences.some(({ isWorse }) => isWorse) ? EXIT_CODES.findings : EXIT_CODES.pass
}
