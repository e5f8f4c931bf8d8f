import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256Text } from '../../tools/core/sha256.ts'
import { coverageOf } from '../coverage/coverage-of.ts'
import type { RecordScenario } from '../record/record.ts'
import type { Job } from '../schedule/job.ts'
import { DEFAULT_CHAIN } from '../world/origin-chains.ts'
import { writeAtomically } from '../write-atomically.ts'
import type { CodeState } from './read-git.ts'
import type { UpstreamOptions } from './upstream.ts'

/** What is known of cells from the last time that they ran. */
export interface KnownCells {
  /** How long a cell took, in milliseconds. */
  durationOf(job: Job): number | undefined
  /**
   * What a cell used; undefined unless it passed as it is now, with the same text and on the same chain: another run may
   * have ended before it used the rest.
   */
  usedBy(job: Job): UsedParts | undefined
  /** Keep what a run of some code showed of its cells, beside what is known of the others. */
  keep(jobs: readonly Job[], scenarios: readonly ShownCell[], code: CodeState | undefined): void
}

/** What a cell used. */
export interface UsedParts {
  /** Tools and action kinds, as coverage keys. */
  readonly keys: readonly string[]
  /** The code that it ran on: on other code it may use others. */
  readonly code: CodeState
}

/** What a run shows of a cell. */
type ShownCell = Pick<RecordScenario, 'id' | 'verdict' | 'steps' | 'timings'>

/** The chain that a run forks. */
type ForkedChain = Pick<UpstreamOptions, 'chain' | 'rpcUrl' | 'forkBlockNumber' | 'replay'>

interface KnownCell {
  readonly durationMs: number
  /** What it was when it passed, and what it used then; both absent where it did not. */
  readonly passedAs?: string
  readonly used?: UsedParts
}

/** The file: code of which git cannot tell lists thousands of files, and all cells of a run are of the same. */
interface KeptCells {
  readonly codes: readonly CodeState[]
  readonly cells: Readonly<Record<string, KeptCell>>
}

interface KeptCell extends Omit<KnownCell, 'used'> {
  /** The code by its place. */
  readonly used?: { readonly keys: readonly string[]; readonly code: number }
}

/** Open what earlier runs left; nothing is known where it cannot be read, and nothing relies on it. */
export function openKnownCells(stateDir: string, chain: ForkedChain): KnownCells {
  const path = join(stateDir, 'cells.json')
  const known = read(path)
  return {
    durationOf: ({ id }) => known.get(id)?.durationMs,
    usedBy(job) {
      const { passedAs, used } = known.get(job.id) ?? {}
      return passedAs !== undefined && passedAs === identify(job, chain) ? used : undefined
    },
    keep(jobs, scenarios, code) {
      const identities = new Map(jobs.map((job) => [job.id, identify(job, chain)]))
      const shown = scenarios.map(
        (scenario) => [scenario.id, describe(scenario, identities.get(scenario.id), code)] as const,
      )
      // Other runs may have ended meanwhile.
      writeAtomically(path, JSON.stringify(pack(new Map([...read(path), ...shown]))))
    },
  }
}

function describe(
  { verdict, steps, timings }: ShownCell,
  identity: string | undefined,
  code: CodeState | undefined,
): KnownCell {
  const durationMs = Math.round(timings.durationMs)
  if (verdict !== 'passed' || identity === undefined || code === undefined) return { durationMs }
  const keys = [...coverageOf({ steps })].filter((key) => /^(?:tool|kind):/.test(key)).sort()
  return { durationMs, passedAs: identity, used: { keys, code } }
}

/** Hash what decides, besides the code, about what a cell uses; undefined where its record does not show all of that. */
function identify(
  { scenario, seed }: Job,
  { chain = DEFAULT_CHAIN, rpcUrl, forkBlockNumber, replay }: ForkedChain,
): string | undefined {
  // Of a property the verdict is recorded alone, of two chains what each step did on its own; a path may lead to another
  // cassette the next time.
  if (scenario === undefined || scenario.beside || replay !== undefined) return undefined
  const { source, setup } = scenario
  return sha256Text(JSON.stringify([source, setup.driver, seed, chain, rpcUrl, forkBlockNumber]))
}

function pack(known: ReadonlyMap<string, KnownCell>): KeptCells {
  const codes = [...new Set([...known.values()].flatMap(({ used }) => used?.code ?? []))]
  // Two runs may have left the same one.
  const texts = [...new Set(codes.map((code) => JSON.stringify(code)))]
  const places = new Map(codes.map((code) => [code, texts.indexOf(JSON.stringify(code))]))
  const cells = [...known].map(([id, { used, ...cell }]) => [
    id,
    used ? { ...cell, used: { ...used, code: places.get(used.code) } } : cell,
  ])
  return { codes: texts.map((text): CodeState => JSON.parse(text)), cells: Object.fromEntries(cells) }
}

/** What has another shape is not there. */
function read(path: string): ReadonlyMap<string, KnownCell> {
  try {
    const { codes, cells }: KeptCells = JSON.parse(readFileSync(path, 'utf8'))
    const known = codes.map((code) => (isCode(code) ? code : undefined))
    return new Map(
      Object.entries(cells).flatMap(([id, cell]) => {
        const unpacked = unpack(cell, known)
        return unpacked ? [[id, unpacked]] : []
      }),
    )
  } catch {
    return new Map()
  }
}

function unpack(cell: unknown, codes: readonly (CodeState | undefined)[]): KnownCell | undefined {
  const { durationMs, passedAs, used } = (cell ?? {}) as Partial<Record<keyof KeptCell, unknown>>
  if (typeof durationMs !== 'number') return undefined
  if (typeof passedAs !== 'string') return { durationMs }
  const { keys, code } = (used ?? {}) as Partial<Record<keyof UsedParts, unknown>>
  const ranOn = typeof code === 'number' ? codes[code] : undefined
  return isTexts(keys) && ranOn ? { durationMs, passedAs, used: { keys, code: ranOn } } : { durationMs }
}

function isCode(value: unknown): value is CodeState {
  const { commit, besides } = (value ?? {}) as Partial<Record<keyof CodeState, unknown>>
  // Of a commit git is asked: it is no option.
  return isTexts(besides) && typeof commit === 'string' && /^[0-9a-f]{40,64}$/.test(commit)
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')
