import { createHash } from 'node:crypto'
import { toCanonicalJson } from '../../tools/core/json.ts'
import type { RecordScenario, RecordStep, RunRecord } from './record.ts'
import { summarise } from './summary.ts'

/**
 * Hash what a run found, as SHA-256 in hex: the same scenarios, seed and world give the same digest on any machine.
 *
 * Left out is what a run is held to, its coverage, and what may differ between two faithful runs: timings, round trips,
 * workers, the run id, the start, versions of tools, the git commit and the command that runs it again, which names where
 * the chain came from.
 */
export function computeDigest(record: Omit<RunRecord, 'digest'>): string {
  const { seed, worldHash, origin } = record.provenance
  const content = {
    recordVersion: record.recordVersion,
    seed,
    worldHash,
    origin,
    summary: summarise(
      record.scenarios,
      record.summary.total,
      record.incomplete && { incomplete: record.incomplete },
    ),
    scenarios: record.scenarios.map(withoutMeasurements),
    fuzz: record.fuzz,
  }
  return createHash('sha256').update(toCanonicalJson(content)).digest('hex')
}

/** Hash one scenario, as SHA-256 in hex, without what may differ between two faithful runs. */
export const computeScenarioDigest = (scenario: RecordScenario): string =>
  createHash('sha256')
    .update(toCanonicalJson(withoutMeasurements(scenario)))
    .digest('hex')

/** Leave out of a scenario what may differ between two faithful runs. */
export function withoutMeasurements(scenario: RecordScenario) {
  // Members are dropped by position, not by name: a tool's result may well hold a member `timings` of its own.
  const {
    timings: _timings,
    roundTrips: _roundTrips,
    speculation: _speculation,
    names: _names,
    replay: _replay,
    steps,
    broken,
    ...found
  } = scenario
  // The message of a broken scenario may hold ports and paths of the machine.
  return withoutPorts({
    ...found,
    ...(broken ? { broken: broken.code } : {}),
    steps: steps.map(withoutTimings),
  })
}

// Whether a step is traced is an option of the run.
const withoutTimings = ({ timings: _timings, traces: _traces, ...found }: RecordStep) => found

const LOCAL_PORT = /\b(127\.0\.0\.1):\d+/g

/** A node that a step starts on this machine listens on whatever port is free, and anything may quote it. */
function withoutPorts<T>(found: T): T {
  const text = JSON.stringify(found)
  const even = text.replace(LOCAL_PORT, '$1')
  return even === text ? found : JSON.parse(even)
}
