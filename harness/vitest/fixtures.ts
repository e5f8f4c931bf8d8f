import { openWorld, type World } from './open-world.ts'
import type { PlayedScenario, ScenarioSetup } from './play-scenario.ts'

/** What tests are given. */
export interface AssayFixtures {
  /** The fork that all tests of a file have, one after the other. */
  assayWorld: World
  /** Opens the stack on that fork, which nothing else uses until the test ends. */
  assay: {
    /**
     * Begin a scenario: a fork that is reset, with the stack on it. Another one in the same test ends this one.
     *
     * @param setup - what stands above the steps of a scenario file: profile, phase, limits, …
     * @throws HarnessError SCENARIO_INVALID
     */
    open(setup?: ScenarioSetup): Promise<PlayedScenario>
  }
}

interface Context extends Pick<AssayFixtures, 'assayWorld'> {
  readonly task: { readonly name: string }
}

type Use<Name extends keyof AssayFixtures> = (value: AssayFixtures[Name]) => Promise<void>

const FILE: { scope: 'file' } = { scope: 'file' }

// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
async function assayWorld({}: object, use: Use<'assayWorld'>): Promise<void> {
  const world = await openWorld()
  await use(world).finally(world.stop)
}

async function assay({ assayWorld: world, task }: Context, use: Use<'assay'>): Promise<void> {
  const turn = await world.take(task.name)
  await use({ open: turn.open }).finally(turn.end)
}

/**
 * Fixtures for `test.extend` of vitest.
 *
 * @example const test = base.extend<AssayFixtures>(fixtures)
 */
export const fixtures: {
  assayWorld: [typeof assayWorld, typeof FILE]
  assay: typeof assay
} = { assayWorld: [assayWorld, FILE], assay }
