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
  const { jobs, goals, problems, files } = await loadJobs(paths, { seed: '0', thorough: true })
  if (json)
    io.print(JSON.stringify({ files, scenarios: jobs.length, goals: goals.length, problems }, null, 2))
  else if (problems.length > 0) io.print(renderProblems(problems, io.colors))
  else io.print(`${files} files are valid: ${jobs.length} scenarios, ${goals.length} goal tasks`)
  return problems.length > 0 ? EXIT_CODES.broken : EXIT_CODES.pass
}
