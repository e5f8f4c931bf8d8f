import { renderGate } from '../../../reports/text/render-gate.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { findRun } from '../find-run.ts'
import { listDifferences, measureRun } from '../hold-baseline.ts'
import type { CliIo } from '../io.ts'

/** Say in what one run differs from another; what got worse makes it fail. */
export function compare(before: string, after: string, { json }: { json?: boolean }, io: CliIo): number {
  const [{ record: first }, { record: second }] = [findRun(before), findRun(after)] as const
  const differences = listDifferences(second.runId, measureRun(first), measureRun(second))
  if (json) io.print(JSON.stringify({ before: first.runId, after: second.runId, differences }, null, 2))
  else for (const line of renderGate({ baseline: first.runId, differences }, io.colors)) io.print(line)
  return differences.some(({ isWorse }) => isWorse) ? EXIT_CODES.findings : EXIT_CODES.pass
}
