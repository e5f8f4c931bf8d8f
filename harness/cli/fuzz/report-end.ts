import { join, relative, sep } from 'node:path'
import { toCanonicalJson } from '../../../tools/core/json.ts'
import { judgeCoverage } from '../../coverage/measure-coverage.ts'
import { findUnreached, listCommands } from '../../fuzz/count-commands.ts'
import type { FuzzEnd } from '../../fuzz/fuzz.ts'
import { digestOf } from '../../fuzz/fuzz-state.ts'
import type { FuzzProperty } from '../../fuzz/properties.ts'
import { byId } from '../../record/by-id.ts'
import { PROGRAM } from '../../record/program.ts'
import type { RecordFuzz, RecordScenario, RunRecord } from '../../record/record.ts'
import { buildRecord, type RunFindings } from '../build-record.ts'
import { conclude, describeIncomplete } from '../conclude.ts'
import { PROJECT_ROOT, REGRESSIONS_DIR } from '../paths.ts'
import { readProvenance } from '../provenance.ts'
import { STANDINGS } from '../standings.ts'
import type { FuzzRun } from './fuzz-run.ts'

/** Build the record of a fuzz run that ends now. */
export async function buildFuzzRecord(
  { options, io, served, config, start, ranFromMs }: FuzzRun,
  scenarios: readonly RecordScenario[],
  rest: Pick<RunFindings, 'planned' | 'fuzz' | 'coverage'> & { readonly failure?: unknown } = {},
): Promise<RunRecord> {
  const { failure, ...parts } = rest
  const incomplete = describeIncomplete(io.signal, failure)
  const files = scenarios.map(({ file }) => file).filter(isKept)
  const provenance = await readProvenance(served, options, files)
  const drawn = { ...provenance.options, fuzz: JSON.parse(toCanonicalJson(config)) }
  return buildRecord(start, {
    provenance: { ...provenance, options: drawn },
    ...(incomplete ? { incomplete } : {}),
    scenarios,
    ...parts,
    setUpMs: ranFromMs - start.ms,
    standings: STANDINGS,
  })
}

/** Tell whether a scenario has a file of its own: what is drawn is named by its number alone. */
const isKept = (file: string): boolean => join(PROJECT_ROOT, file).startsWith(`${REGRESSIONS_DIR}${sep}`)

/** Report what a run came to; answers the exit code. */
export async function reportEnd(
  run: FuzzRun,
  regressions: readonly RecordScenario[],
  end: FuzzEnd,
  failure: unknown,
): Promise<number> {
  const { options, io, reporters } = run
  const { state } = end
  const failed = state.failures.map(({ record }) => record)
  const own =
    failed.length + state.broken.length > 0 || state.next === 0
      ? [...failed, ...state.broken]
      : [holdsRecord(run, state.next, digestOf(state))]
  const others = regressions.filter(({ id }) => !own.some((each) => each.id === id))
  const scenarios = [...others, ...own].sort(byId)
  const record = await buildFuzzRecord(run, scenarios, {
    // What was cut off is missing, so that the run does not count as passed.
    planned: scenarios.length + (io.signal.aborted || failure !== undefined ? 1 : 0),
    failure,
    fuzz: summariseFuzz(run.property, end),
    coverage: judgeCoverage(new Map(Object.entries(state.coverage)), options.coverageMin),
  })
  const exitCode = conclude(record, reporters, io, { out: options.out })
  for (const { id } of failed) {
    if (isKept(id)) io.progress(`kept: ${relative(process.cwd(), join(PROJECT_ROOT, id))}`)
  }
  return exitCode
}

const summariseFuzz = ({ name, kinds }: FuzzProperty, { state, digestCases }: FuzzEnd): RecordFuzz => ({
  property: name,
  cases: state.next,
  operations: state.operations,
  commands: listCommands(state.commands),
  ...findUnreached(kinds, state.commands),
  blocks: state.blocks,
  rerun: state.rerun,
  notApplicable: state.notApplicable,
  digestCases,
  digest: digestOf(state),
  corpus: state.corpus.length,
  failures: state.failures.map(({ record, firstCase, cases }) => ({ id: record.id, firstCase, cases })),
})

/** The record of a property that held for every case. */
const holdsRecord = (
  { property, options: { seed }, ranFromMs }: FuzzRun,
  cases: number,
  digest: string,
): RecordScenario => ({
  id: `fuzz/${property.name}`,
  name: property.description,
  file: 'harness/fuzz/properties.ts',
  area: 'fuzz',
  kind: 'property',
  profile: '',
  matrix: {},
  seed,
  verdict: 'passed',
  steps: [],
  findings: [],
  property: { runs: cases },
  finalBlock: { number: '0', hash: '' },
  stateDigest: digest,
  replay: `${PROGRAM} fuzz --property ${property.name} --seed ${seed} --runs ${cases}`,
  roundTrips: { agent: 0, harness: 0, oracle: 0 },
  timings: { startedMs: 0, durationMs: performance.now() - ranFromMs, worker: 0 },
})
