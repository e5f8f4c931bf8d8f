import { findKillers } from '../../coverage/find-killers.ts'
import { HarnessError } from '../../errors.ts'
import { INVARIANT_IDS, INVARIANTS } from '../../scenario/invariants.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import type { CliIo } from '../io.ts'
import { loadJobs } from '../load-jobs.ts'
import { PROJECT_ROOT } from '../paths.ts'
import { renderProblems } from '../render-problems.ts'

/** Folders whose tests may cite invariants. */
const TEST_FOLDERS = ['tools', 'harness', 'test', 'scenarios/property']

/**
 * List the invariants with what checks each of them; one that nothing checks is a finding.
 *
 * @throws HarnessError BAD_USAGE for paths: what checks nothing in a part of the scenarios is no finding
 */
export async function listInvariants(
  paths: readonly string[],
  { json }: { readonly json?: boolean },
  io: CliIo,
): Promise<number> {
  if (paths.length > 0) {
    throw new HarnessError('BAD_USAGE', 'invariants are listed of all scenarios', {
      where: '--invariants',
      expected: 'no paths',
      found: paths.join(', '),
      hint: 'leave out the paths, or --invariants',
    })
  }
  const { jobs, problems } = await loadJobs([], { seed: '0', signal: io.signal })
  if (problems.length > 0) {
    io.progress(renderProblems(problems, io.errorColors))
    return EXIT_CODES.broken
  }
  const scripted = new Map(
    jobs.flatMap(({ file, scenario }) => (scenario ? [[file, scenario.invariants] as const] : [])),
  )
  const killers = [
    ...[...scripted].map(([name, invariants]) => ({ name, invariants })),
    ...findKillers(PROJECT_ROOT, TEST_FOLDERS),
  ]
  const unknown = killers.flatMap(({ name, invariants }) =>
    invariants.filter((id) => INVARIANTS[id] === undefined).map((id) => `${name} cites ${id}`),
  )
  const checks = INVARIANT_IDS.map((id) => ({
    id,
    law: INVARIANTS[id]?.law,
    checks: killers.filter(({ invariants }) => invariants.includes(id)).map(({ name }) => name),
  }))
  const unchecked = checks.filter((each) => each.checks.length === 0).length
  const exitCode = unchecked + unknown.length === 0 ? EXIT_CODES.pass : EXIT_CODES.findings
  if (json) {
    io.print(JSON.stringify({ invariants: checks, unknown }, null, 2))
    return exitCode
  }
  for (const { id, law, checks: names } of checks) {
    const count = names.length === 0 ? io.colors.red('nothing checks it') : `${names.length}`
    io.print(`${io.colors.bold(`${id}  ${law}`)}  ${count}`)
    for (const name of names) io.print(`  ${io.colors.dim(name)}`)
  }
  for (const line of unknown) io.print(io.colors.red(`unknown invariant: ${line}`))
  io.print(`${INVARIANT_IDS.length} invariants, ${unchecked} without a check`)
  return exitCode
}
