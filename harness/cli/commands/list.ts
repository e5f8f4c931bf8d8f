import { formatCount } from '../../../reports/text/format-count.ts'
import { oneLine } from '../../../reports/text/one-line.ts'
import type { ChainName } from '../../world/origin-chains.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import type { CliIo } from '../io.ts'
import { type LoadedJobs, loadJobs } from '../load-jobs.ts'
import { renderProblems } from '../render-problems.ts'

/** Options of `assay list`. */
export interface ListOptions {
  readonly filter?: string
  readonly chain?: ChainName
  /** Every draw and every cell, as a thorough run takes them. */
  readonly thorough?: boolean
  readonly json?: boolean
}

/** List the scenarios that a run would take, by area. */
export async function list(paths: readonly string[], options: ListOptions, io: CliIo): Promise<number> {
  const loaded = await loadJobs(paths, { seed: '0', ...options, signal: io.signal })
  if (loaded.problems.length > 0) {
    io.progress(renderProblems(loaded.problems, io.errorColors))
    return EXIT_CODES.broken
  }
  if (options.json) printJson(loaded, io)
  else printText(loaded, io)
  return EXIT_CODES.pass
}

function printJson({ jobs, goals }: LoadedJobs, io: CliIo): void {
  const scenarios = jobs.map(({ id, name, kind, file, area }) => ({ id, name, kind, file, area }))
  const tasks = goals.map(({ file, area, goal }) => ({ file, name: goal.name, area }))
  io.print(JSON.stringify({ scenarios, goals: tasks }, null, 2))
}

function printText({ jobs, goals }: LoadedJobs, io: CliIo): void {
  for (const area of [...new Set(jobs.map((job) => job.area))].sort()) {
    const own = jobs.filter((job) => job.area === area)
    io.print(io.colors.bold(`${area} (${own.length})`))
    for (const { id, name } of own) io.print(`  ${oneLine(id)}  ${io.colors.dim(oneLine(name))}`)
  }
  for (const area of [...new Set(goals.map((each) => each.area))].sort()) {
    const own = goals.filter((each) => each.area === area)
    io.print(io.colors.bold(`goals: ${area} (${own.length})`))
    for (const { file, goal } of own) io.print(`  ${oneLine(file)}  ${io.colors.dim(oneLine(goal.name))}`)
  }
  io.print(`${formatCount(jobs.length, 'scenario')}, ${formatCount(goals.length, 'goal task')}`)
}
