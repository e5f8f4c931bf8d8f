import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findKillers } from '../coverage/find-killers.ts'
import type { Job } from '../schedule/job.ts'
import type { Mutant } from './mutant.ts'

/** What is asked whether it notices a mutant, the most likely first. */
export interface Candidates {
  /** Scenarios, then properties; each runs on its own. */
  readonly jobs: readonly Job[]
  /** Files of vitest or forge, which run together. */
  readonly testFiles: readonly string[]
  /** Files that take minutes, asked last. */
  readonly slowTestFiles: readonly string[]
}

/** Folders whose tests cite invariants. */
const TEST_FOLDERS = ['tools', 'harness', 'test', 'scenarios/property']

/** Judges of the whole command line. */
const SLOW = /\.full\.test\.ts$|^test\/e2e\//

/** Asked only by name: matrices that take an hour. What runs campaigns itself is never asked. */
const LONG = /\.full\.test\.ts$/
const OWN = /^test\/mutants\//

/**
 * Create the search over all scenarios and tests; the named killers of a mutant come first, then the tests
 * beside the changed sources.
 */
export function createCandidateSearch(jobs: readonly Job[], root: string): (mutant: Mutant) => Candidates {
  const tests = findKillers(root, TEST_FOLDERS).map(({ name, invariants }) => ({
    file: name.split(' › ')[0] ?? name,
    invariants,
  }))
  const properties = new Map(
    tests.filter(({ file }) => file.endsWith('.property.ts')).map((entry) => [entry.file, entry.invariants]),
  )
  const cites = (job: Job) => job.scenario?.invariants ?? properties.get(job.file) ?? []

  return ({ violates, killers, layer, edits }) => {
    const breaks = (invariants: readonly string[]) => violates.filter((id) => invariants.includes(id)).length
    const isNamed = ({ id, file }: Job) => killers.includes(id) || killers.includes(file)
    const rank = (job: Job) =>
      (isNamed(job) ? 0 : 100) +
      (job.kind === 'property' ? 50 : 0) +
      (violates.length - breaks(cites(job))) * 10
    const isContract = layer === 'cage'
    const extension = isContract ? '.t.sol' : '.test.ts'
    const files = tests.filter(({ file, invariants }) => file.endsWith(extension) && breaks(invariants) > 0)
    // Forge looks at contracts; what else looks at them is named.
    const named = killers.filter((name) => name.endsWith(extension) || name.endsWith('.test.ts'))
    const beside = edits
      .map(({ file }) => file.replace(/\.ts$/, '.test.ts'))
      .filter((file) => file.endsWith('.test.ts') && existsSync(join(root, file)))
    const testFiles = [
      ...new Set([...named, ...beside, ...files.map(({ file }) => file).filter((file) => !LONG.test(file))]),
    ].filter((file) => !OWN.test(file))
    return {
      jobs: isContract
        ? []
        : jobs
            .filter((job) => isNamed(job) || breaks(cites(job)) > 0)
            .map((job) => ({ job, rank: rank(job) }))
            .sort((a, b) => a.rank - b.rank)
            .map(({ job }) => job),
      testFiles: testFiles.filter((file) => !SLOW.test(file)),
      slowTestFiles: testFiles.filter((file) => SLOW.test(file)),
    }
  }
}
