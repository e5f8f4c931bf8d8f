import { EXIT_CODES } from '../exit-codes.ts'
import type { CliIo } from '../io.ts'
import { loadJobs } from '../load-jobs.ts'
import { renderProblems } from '../render-problems.ts'

/** List the scenarios that a run would take, by area. */
export async function list(
  paths: readonly string[],
  options: { readonly filter?: string },
  io: CliIo,
): Promise<number> {
  const { jobs, goals, problems } = await loadJobs(paths, { seed: '0', ...options })
  if (problems.length > 0) {
    io.progress(renderProblems(problems, io.errorColors))
    return EXIT_CODES.broken
  }
  for (const area of [...new Set(jobs.map((job) => job.area))].sort()) {
    const own = jobs.filter((job) => job.area === area)
    io.print(io.colors.bold(`${area} (${own.length})`))
    for (const { id, name } of own) io.print(`  ${id}  ${io.colors.dim(name)}`)
  }
  for (const area of [...new Set(goals.map((each) => each.area))].sort()) {
    const own = goals.filter((each) => each.area === area)
    io.print(io.colors.bold(`goals: ${area} (${own.length})`))
    for (const { file, goal } of own) io.print(`  ${file}  ${io.colors.dim(goal.name)}`)
  }
  io.print(`${jobs.length} scenarios, ${goals.length} goal tasks`)
  return EXIT_CODES.pass
}
