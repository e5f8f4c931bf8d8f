import { EXIT_CODES } from '../exit-codes.ts'
import type { CliIo } from '../io.ts'
import { loadJobs } from '../load-jobs.ts'
import { renderProblems } from '../render-problems.ts'

/** Check scenario files without running anything. */
export async function validate(paths: readonly string[], io: CliIo): Promise<number> {
  const { jobs, goals, problems, files } = await loadJobs(paths, { seed: '0', thorough: true })
  if (problems.length > 0) {
    io.print(renderProblems(problems, io.colors))
    return EXIT_CODES.broken
  }
  io.print(`${files} files are valid: ${jobs.length} scenarios, ${goals.length} goal tasks`)
  return EXIT_CODES.pass
}
