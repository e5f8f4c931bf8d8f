import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256Text } from '../../tools/core/sha256.ts'
import { coverageOf } from '../coverage/coverage-of.ts'
import type { RecordScenario } from '../record/record.ts'
import type { Job } from '../schedule/job.ts'
import { DEFAULT_CHAIN } from '../world/origin-chains.ts'
import { writeAtomically } from '../write-atomically.ts'
import type { UpstreamOptions } from './upstream.ts'

/** What is known of cells from the last time that they ran. */
export interface KnownCells {
  /** How long a cell took, in milliseconds. */
  durationOf(job: Job): number | undefined
  /**
   * Tools and action kinds that a cell used, as coverage keys; undefined unless it passed as it is now, with the same
   * text and on the same chain: another run may have ended before it used the rest.
   */
  usedBy(job: Job): readonly string[] | undefined
  /** Keep what a run showed of its cells, beside what is known of the others. */
  keep(jobs: readonly Job[], scenarios: readonly ShownCell[]): void
}

/** What a run shows of a cell. */
type ShownCell = Pick<RecordScenario, 'id' | 'verdict' | 'steps' | 'timings'>

/** The chain that a run forks. */
type ForkedChain = Pick<UpstreamOptions, 'chain' | 'rpcUrl' | 'forkBlockNumber' | 'replay'>

interface KnownCell {
  readonly durationMs: number
  /** What it was when it passed, and what it used then; both absent where it did not. */
  readonly passedAs?: string
  readonly used?: readonly string[]
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
    keep(jobs, scenarios) {
      const identities = new Map(jobs.map((job) => [job.id, identify(job, chain)]))
      const shown = scenarios.map((scenario) => [
        scenario.id,
        describe(scenario, identities.get(scenario.id)),
      ])
      // Other runs may have ended meanwhile.
      writeAtomically(path, JSON.stringify(Object.fromEntries([...read(path), ...shown])))
    },
  }
}

function describe({ verdict, steps, timings }: ShownCell, identity: string | undefined): KnownCell {
  const durationMs = Math.round(timings.durationMs)
  if (verdict !== 'passed' || identity === undefined) return { durationMs }
  const used = [...coverageOf({ steps })].filter((key) => /^(?:tool|kind):/.test(key)).sort()
  return { durationMs, passedAs: identity, used }
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

/** What has another shape is not there. */
function read(path: string): ReadonlyMap<string, KnownCell> {
  try {
    const kept: readonly [string, unknown][] = Object.entries(JSON.parse(readFileSync(path, 'utf8')))
    return new Map(kept.filter((entry): entry is [string, KnownCell] => isKnownCell(entry[1])))
  } catch {
    return new Map()
  }
}

function isKnownCell(value: unknown): value is KnownCell {
  const { durationMs, passedAs, used } = (value ?? {}) as Partial<Record<keyof KnownCell, unknown>>
  return (
    Number.isFinite(durationMs) &&
    (passedAs === undefined || typeof passedAs === 'string') &&
    (used === undefined || (Array.isArray(used) && used.every((key) => typeof key === 'string')))
  )
}
