import { formatCount } from '../../../reports/text/format-count.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import type { CliIo } from '../io.ts'
import { loadJobs } from '../load-jobs.ts'
import { renderProblems } from '../render-problems.ts'

/** Check scenario files without running anything. */
export async function validate(
  paths: readonly string[],
  { json }: { readonly json?: boolean },
  io: CliIo,
): Promise<number> {
  const { asked, goals, problems, files } = await loadJobs(paths, {
    seed: '0',
    thorough: true,
    everyChain: true,
    signal: io.signal,
  })
  if (json) io.print(JSON.stringify({ files, scenarios: asked, goals: goals.length, problems }, null, 2))
  else if (problems.length > 0) io.print(renderProblems(problems, io.colors))
  else {
    const verb = files === 1 ? 'is' : 'are'
    io.print(
      `${formatCount(files, 'file')} ${verb} valid: ${formatCount(asked, 'scenario')}, ${formatCount(goals.length, 'goal task')}`,
    )
  }
  return problems.length > 0 ? EXIT_CODES.broken : EXIT_CODES.pass
}
