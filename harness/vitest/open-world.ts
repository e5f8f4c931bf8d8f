import { serveUpstream } from '../cli/upstream.ts'
import { HarnessError } from '../errors.ts'
import { createEnvironment } from '../stage/environment.ts'
import { type PlayedScenario, playScenario, type ScenarioSetup } from './play-scenario.ts'

/** A fork that tests have one after the other. */
export interface World {
  /** Wait until no other test has it. */
  take(name: string): Promise<Turn>
  stop(): Promise<void>
}

/** The fork while one test has it. */
export interface Turn {
  open(setup?: ScenarioSetup): Promise<PlayedScenario>
  end(): Promise<void>
}

/**
 * Fork the embedded origin, which is built when there is none yet.
 *
 * @throws HarnessError ANVIL_NOT_FOUND and what else keeps a run from starting
 */
export async function openWorld(): Promise<World> {
  const served = await serveUpstream({ onProgress: () => undefined })
  const environment = await createEnvironment({
    upstream: served.upstream,
    stateDir: served.stateDir,
    storeDir: served.storeDir,
    anvilBinary: served.anvilBinary,
    index: 0,
  })
  let last: Promise<unknown> = Promise.resolve()
  return {
    async take(name) {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      const before = last
      last = ended
      await before
      let played: (PlayedScenario & { close(): Promise<void> }) | undefined
      const close = async () => {
        const open = played
        played = undefined
        await open?.close()
      }
      let isOver = false
      return {
        async open(setup = {}) {
          if (isOver) throw describeOver(name)
          await close()
          played = await playScenario(environment, name, setup)
          return played
        },
        end() {
          isOver = true
          return close().finally(end)
        },
      }
    },
    stop: () => environment.stop(),
  }
}

/** The fork is another test's by then. */
const describeOver = (where: string) =>
  new HarnessError('BAD_USAGE', 'this test has ended', {
    where,
    expected: 'a scenario that is opened while its test runs',
    found: 'an open() that was kept beyond it, or not awaited',
    hint: 'take `assay` from the arguments of the test that opens the scenario, and await it',
  })
