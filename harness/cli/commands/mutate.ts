import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { describeAsked, describeReason } from '../../../reports/text/describe-mutant.ts'
import { renderMutation } from '../../../reports/viewer/render-mutation.ts'
import { findBinary } from '../../chain/binaries.ts'
import { HarnessError } from '../../errors.ts'
import { type MutantOutcome, runCampaign } from '../../mutate/campaign.ts'
import type { OpenOrigin } from '../../mutate/lane.ts'
import { type Mutant, readAblations, readMutants } from '../../mutate/mutant.ts'
import type { Verdict } from '../../mutate/verdict.ts'
import { isRight, MUTATION_VERSION, type MutationRecord } from '../../record/mutation.ts'
import type { Job } from '../../schedule/job.ts'
import type { ChainName } from '../../world/origin-chains.ts'
import { writeAtomically } from '../../write-atomically.ts'
import { assertFileWritable } from '../assert-writable.ts'
import { describeIncomplete } from '../conclude.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { hashCode } from '../hash-code.ts'
import { interruptionOf } from '../interrupted.ts'
import type { CliIo } from '../io.ts'
import { loadJobs } from '../load-jobs.ts'
import { suggest } from '../parse-option.ts'
import { PROJECT_ROOT } from '../paths.ts'
import { readCheckout } from '../read-git.ts'
import { openEmbedded, type ServedUpstream, serveUpstream } from '../upstream.ts'

/** Options of `assay mutate`. */
export interface MutateOptions {
  readonly layer?: string
  readonly workers?: number
  readonly ablation?: boolean
  readonly generated?: boolean
  /** Path of another list of mutants. */
  readonly file?: string
  readonly list?: boolean
  readonly json?: boolean
  /** File of the page that shows what became of each. */
  readonly page?: string
  readonly anvil?: string
  readonly stateDir?: string
}

/** Put seeded faults into the stack, one at a time, and say what notices each; answers the exit code. */
export async function mutate(ids: readonly string[], options: MutateOptions, io: CliIo): Promise<number> {
  const path = options.file === undefined ? undefined : resolve(options.file)
  const all = options.generated ? await generate() : readMutants(path)
  const mutants = choose(all, ids, options.layer)
  if (options.list) {
    for (const mutant of mutants) {
      const { id, layer, violates } = mutant
      io.print(`${id.padEnd(5)} ${layer.padEnd(22)} ${violates.join(' ').padEnd(12)} ${nameFault(mutant)}`)
    }
    return EXIT_CODES.pass
  }
  const { jobs, problems } = await loadJobs([], {
    seed: '1',
    thorough: true,
    ...(options.stateDir === undefined ? {} : { stateDir: options.stateDir }),
  })
  if (problems.length > 0) {
    throw new HarnessError('SCENARIO_INVALID', 'some scenarios are not valid', {
      hint: 'run `assay validate`',
    })
  }
  assertKillers(mutants, jobs)
  if (options.page !== undefined) assertFileWritable(options.page)
  const startedAt = new Date().toISOString()
  const served = await serveUpstream({ ...options, onProgress: io.progress, signal: io.signal })
  const judged = {
    mutationVersion: MUTATION_VERSION,
    startedAt,
    ...(await readCheckout()),
    codeHash: hashCode(),
    worldHash: served.worldHash,
    listed: all.length,
    planned: mutants.length,
  } as const
  let done = 0
  const { mutants: outcomes, layers } = await runCampaign({
    root: PROJECT_ROOT,
    mutants,
    ablations: readAblations(),
    jobs,
    workers: options.workers ?? availableParallelism(),
    upstream: served.upstream,
    openOrigin: openOnce(served, io),
    stateDir: served.stateDir,
    copyDir: served.storeDir,
    anvilBinary: served.anvilBinary,
    forgeBinary: findBinary('forge', { searchPath: process.env.PATH ?? '' }),
    withAblation: options.ablation ?? false,
    withLayers:
      (options.ablation ?? false) &&
      !options.generated &&
      options.file === undefined &&
      ids.length === 0 &&
      options.layer === undefined,
    onMutant(outcome) {
      done += 1
      io.progress(`${done}/${mutants.length} ${renderLine(outcome)}`)
    },
    onLayer: ({ layer, verdict }) => io.progress(`without ${layer}: ${renderVerdict(verdict)}`),
    signal: io.signal,
  })
  const incomplete = describeIncomplete(io.signal, undefined)
  const record: MutationRecord = {
    ...judged,
    mutants: outcomes,
    layers,
    ...(incomplete ? { incomplete } : {}),
  }
  io.print(options.json ? JSON.stringify(record, null, 2) : render(record))
  const { page } = options
  if (page !== undefined) io.tryWrite(() => writeAtomically(resolve(page), renderMutation(record)))
  if (incomplete) {
    const [reason = ''] = incomplete.message.split('\n')
    const missing = `${mutants.length - outcomes.length} of ${mutants.length} mutants were not judged`
    if (!options.json) io.print(`partial report, ${reason}: ${missing}`)
    return interruptionOf(io.signal)?.exitCode ?? EXIT_CODES.broken
  }
  return outcomes.every(isRight) && layers.every(({ verdict }) => verdict.kind === 'killed')
    ? EXIT_CODES.pass
    : EXIT_CODES.findings
}

/** Loaded only here: the compiler is large. */
async function generate(): Promise<readonly Mutant[]> {
  const { MUTATED_SOURCES, generateMutants } = await import('../../mutate/generate-mutants.ts')
  return MUTATED_SOURCES.flatMap((source) =>
    generateMutants(source, readFileSync(join(PROJECT_ROOT, source.file), 'utf8')),
  )
}

function choose(
  all: readonly Mutant[],
  ids: readonly string[],
  layer: string | undefined,
): readonly Mutant[] {
  const layers = [...new Set(all.map((mutant) => mutant.layer))]
  if (layer !== undefined && !layers.some((known) => known === layer)) {
    throw new HarnessError('BAD_USAGE', 'no layer of this name has mutants', {
      where: '--layer',
      expected: layers.join(', '),
      found: layer,
      hint: `${suggest(layer, layers)}see \`assay mutate --list\``,
    })
  }
  const ofLayer = all.filter((mutant) => layer === undefined || mutant.layer === layer)
  const unknown = ids.filter((id) => !ofLayer.some((mutant) => mutant.id === id))
  const chosen = ofLayer.filter(({ id }) => ids.length === 0 || ids.includes(id))
  if (unknown.length === 0 && chosen.length > 0) return chosen
  throw new HarnessError('BAD_USAGE', 'no such mutant', {
    expected: layer === undefined ? 'ids of mutants' : `ids of mutants of the layer ${layer}`,
    found: (unknown.length > 0 ? unknown : ids).map((id) => id.trim() || 'an empty word').join(', '),
    hint: 'see `assay mutate --list`',
  })
}

/**
 * Refuse a mutant that names what cannot be asked: whether it survives would say nothing of what was meant.
 *
 * @throws HarnessError BAD_USAGE
 */
function assertKillers(mutants: readonly Mutant[], jobs: readonly Job[]): void {
  const known = new Set(jobs.flatMap(({ id, file }) => [id, file]))
  const isThere = (killer: string) =>
    known.has(killer) || (/\.(?:test\.ts|t\.sol)$/.test(killer) && existsSync(join(PROJECT_ROOT, killer)))
  for (const { id, killers } of mutants) {
    const missing = killers.find((killer) => !isThere(killer))
    if (missing === undefined) continue
    throw new HarnessError('BAD_USAGE', 'a mutant names what there is not', {
      where: id,
      expected: 'killers: ids or files of scenarios and properties of this project, or files of its tests',
      found: missing,
      hint: `${suggest(missing, [...known])}see \`assay list --thorough\``,
    })
  }
}

const nameFault = ({ isControl, fault }: Pick<Mutant, 'isControl' | 'fault'>) =>
  `${isControl ? 'control: ' : ''}${fault}`

const renderVerdict = (verdict: Verdict): string =>
  verdict.kind === 'killed'
    ? `killed by ${describeReason(verdict)}`
    : `${verdict.kind.replace('-', ' ')}${verdict.kind === 'survived' ? '' : verdict.kind === 'timed-out' ? ' at' : ':'} ${describeReason(verdict)}`

const renderLine = ({ mutant, verdict, alone, durationMs }: MutantOutcome) =>
  [
    `${mutant.id} ${mutant.isControl ? 'control, ' : ''}${mutant.layer} (${(durationMs / 1_000).toFixed(1)} s): ${renderVerdict(verdict)}`,
    ...(alone ? [`    alone: ${renderVerdict(alone)}`] : []),
  ].join('\n')

function show(verdict: Verdict | undefined): string {
  if (verdict === undefined) return ''
  if (verdict.kind === 'killed') return `${verdict.by}${verdict.isOtherDenial ? ' (another denial)' : ''}`
  return verdict.kind === 'survived' ? `SURVIVED ${describeAsked(verdict.asked)}` : verdict.kind.toUpperCase()
}

function render({ mutants: outcomes, layers, listed, planned }: MutationRecord): string {
  const rows = outcomes.map(({ mutant, verdict, alone }) => [
    mutant.id,
    mutant.layer,
    nameFault(mutant),
    show(verdict),
    show(alone),
  ])
  const head = [
    'id',
    'layer',
    'fault',
    'killed by',
    outcomes.some(({ alone }) => alone) ? 'alone, killed by' : '',
  ]
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const table = [head, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const faults = outcomes.filter(({ mutant }) => !mutant.isControl)
  const controls = outcomes.filter(({ mutant }) => mutant.isControl)
  const count = (kind: Verdict['kind']) => faults.filter(({ verdict }) => verdict.kind === kind).length
  const alone = faults.filter((outcome) => outcome.alone !== undefined)
  const aloneKilled = alone.filter((outcome) => outcome.alone?.kind === 'killed').length
  return [
    ...table,
    ...layers.map(({ layer, verdict }) => `without ${layer}: ${show(verdict)}`),
    `${faults.length} mutants: ${count('killed')} killed, ${count('survived')} survived, ${count('timed-out')} timed out, ${count('unjudged')} unjudged, ${count('invalid')} invalid`,
    ...(planned < listed ? [`asked for: ${planned} of the ${listed} that are listed`] : []),
    ...(alone.length > 0 ? [`with all other layers off: ${aloneKilled} of ${alone.length} killed`] : []),
    ...(controls.length > 0
      ? [`controls, which have to survive: ${controls.filter(isRight).length} of ${controls.length}`]
      : []),
  ].join('\n')
}

/** Open each origin of a second chain when the first scenario needs it. */
function openOnce(served: ServedUpstream, io: CliIo): OpenOrigin {
  const opened = new Map<ChainName, ReturnType<OpenOrigin>>()
  const open = async (chain: ChainName) =>
    (await openEmbedded({ ...served, chain, onProgress: io.progress, signal: io.signal })).upstream
  return (chain) => {
    const known = opened.get(chain) ?? open(chain)
    opened.set(chain, known)
    return known
  }
}
