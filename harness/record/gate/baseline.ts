import { createHash } from 'node:crypto'
import { computeScenarioDigest } from '../digest.ts'
import { gasOf } from '../gas-of.ts'
import type { RecordCoverage, RecordProvenance, RecordScenario, RecordVerdict, RunRecord } from '../record.ts'
import type { Tolerances } from './tolerances.ts'

/** Version of the shape below. */
export const BASELINE_VERSION = 1

/** What one scenario came to. */
export interface BaselineScenario {
  readonly verdict: RecordVerdict
  /** Who made the calls, where that was not the dispatcher. */
  readonly driver?: 'pi'
  /** Of its transactions together, as decimal text; absent without any. */
  readonly gas?: string
  /** Requests of the stack to its nodes. */
  readonly roundTrips: number
  /** The largest of its errors against what the chain shows, in basis points; absent where it is 0. */
  readonly errorBps?: number
  /** The first 16 hex digits of the digest over all that it came to; absent where figures alone are kept. */
  readonly digest?: string
}

/** What runs are held against: what one of them came to, without anything that depends on machine or time. */
export interface Baseline {
  readonly baselineVersion: typeof BASELINE_VERSION
  readonly seed: string
  readonly origin: string
  /**
   * Set where figures alone are kept: digests and hashes, which any change of the code changes, are left out, so that
   * changes which meet in one repository do not contradict each other. What is flaky does not show then.
   */
  readonly figuresOnly?: true
  /** The first 16 hex digits of the hashes of code and world. */
  readonly code?: string
  readonly world?: string
  /** Likewise of the cassette that stood for the chain, or was recorded of it; absent without one. */
  readonly cassette?: string
  /** Those that are not the usual ones. */
  readonly tolerances?: Partial<Tolerances>
  /** Share of what benign scenarios ask for that is allowed, in basis points; absent without any. */
  readonly benignAllowBps?: number
  /** What was exercised of everything that the stack may decide, sorted. */
  readonly coverage: readonly string[]
  /** What was seen of that which must never be, sorted; absent without any. */
  readonly forbidden?: readonly string[]
  /** The first 16 hex digits of the hash of each scenario file. */
  readonly files?: Readonly<Record<string, string>>
  /** By id, sorted. */
  readonly scenarios: Readonly<Record<string, BaselineScenario>>
}

/** The file of a scenario, by its id. */
export const fileOf = (id: string): string => id.split('#')[0] as string

/** Where what must be allowed is shown. */
const BENIGN_AREA = 'benign'

/** Take the baseline of a whole run. */
export function takeBaseline(
  record: RunRecord,
  coverage: Pick<RecordCoverage, 'keys' | 'violations'>,
): Baseline {
  const { seed, origin, codeHash, worldHash, cassetteHash, files } = record.provenance
  const benignAllowBps = measureBenign(record.scenarios)
  return {
    baselineVersion: BASELINE_VERSION,
    seed,
    origin: nameOrigin(origin),
    code: shorten(codeHash),
    world: shorten(worldHash),
    ...(cassetteHash === undefined ? {} : { cassette: shorten(cassetteHash) }),
    ...(benignAllowBps === undefined ? {} : { benignAllowBps }),
    coverage: coverage.keys.flatMap(({ key, scenarios }) => (scenarios > 0 ? [key] : [])).sort(),
    ...(coverage.violations.length === 0 ? {} : { forbidden: [...coverage.violations].sort() }),
    files: Object.fromEntries(
      Object.entries(files)
        .map(([file, hash]) => [file, shorten(hash)] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    scenarios: Object.fromEntries(
      [...record.scenarios]
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map((scenario) => [scenario.id, measureScenario(scenario)]),
    ),
  }
}

/** Leave out of a baseline all but its figures. */
export function keepFigures({ code: _, world: __, cassette: ___, files: ____, ...rest }: Baseline): Baseline {
  const scenarios = Object.entries(rest.scenarios).map(([id, { digest: _, ...figures }]) => [id, figures])
  return { ...rest, figuresOnly: true, scenarios: Object.fromEntries(scenarios) }
}

/** Name the chain of a run; the embedded one has as many blocks as its protocols need. */
export const nameOrigin = ({ kind, chainId, blockNumber }: RecordProvenance['origin']): string =>
  `${kind}, chain ${chainId}${kind === 'embedded' ? '' : `, block ${blockNumber}`}`

function measureScenario(scenario: RecordScenario): BaselineScenario {
  const { verdict, steps, roundTrips } = scenario
  const gas = steps.reduce((sum, step) => sum + gasOf(step), 0n)
  const errorBps = Math.max(0, ...steps.map(({ outcome }) => outcome?.errorBps ?? 0))
  return {
    verdict,
    ...(scenario.driver === 'pi' ? { driver: 'pi' as const } : {}),
    ...(gas === 0n ? {} : { gas: gas.toString() }),
    roundTrips: roundTrips.agent,
    ...(errorBps === 0 ? {} : { errorBps }),
    digest: shorten(computeScenarioDigest(scenario)),
  }
}

function measureBenign(scenarios: readonly RecordScenario[]): number | undefined {
  const asked = scenarios
    .filter(({ area }) => area === BENIGN_AREA)
    .flatMap(({ steps }) => steps.filter(({ action, authority, denial }) => action ?? authority ?? denial))
  if (asked.length === 0) return undefined
  const allowed = asked.filter(({ denial }) => denial === undefined).length
  return Math.floor((allowed * 10_000) / asked.length)
}

/** A baseline is kept in the repository: what tells two of a kind apart is enough. */
export const shorten = (hash: string) =>
  /^[0-9a-f]{16,}$/.test(hash)
    ? hash.slice(0, 16)
    : createHash('sha256').update(hash).digest('hex').slice(0, 16)
