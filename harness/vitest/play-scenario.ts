import type { Json } from '../../tools/core/json.ts'
import { createReadClient } from '../chain/viem-client.ts'
import { HarnessError } from '../errors.ts'
import { createFigureWatch } from '../record/hook-figures.ts'
import { linkSettled } from '../record/link-settled.ts'
import type { RecordFinding, RecordStep } from '../record/record.ts'
import { writeCase } from '../scenario/case.ts'
import { seedDraws } from '../scenario/draws.ts'
import { SCENARIO_CATALOGUE } from '../scenario/embedded-catalogue.ts'
import { faultsOfSetup } from '../scenario/fault-kinds.ts'
import { parseScenarioFile } from '../scenario/parse-scenario.ts'
import type { Scenario, Step } from '../scenario/scenario.ts'
import type { ScenarioDocument } from '../scenario/scenario-document.ts'
import { createLawWatch } from '../schedule/law-watch.ts'
import { playStep } from '../schedule/play-step.ts'
import { createStateWatch } from '../schedule/record-state.ts'
import type { SetTimer } from '../stage/clock.ts'
import type { Environment } from '../stage/environment.ts'
import { openStage } from '../stage/open-stage.ts'
import type { Stage } from '../stage/stage.ts'
import { DEFAULT_CHAIN } from '../world/origin-chains.ts'
import { UnmetError } from './unmet-error.ts'

/** What stands above the steps of a scenario file, one cell of it. */
export type ScenarioSetup = ScenarioDocument

/** A scenario that is played step by step. */
export interface PlayedScenario {
  /** The stack, the world and what can happen to both. */
  readonly stage: Stage
  /** Endpoint of the fork, for clients of the test's own. */
  readonly rpcUrl: string
  /**
   * Play a step, written as in a scenario file; answers what it came to. A denial is an answer as good as any, unless
   * the step expects another one.
   *
   * @example await scenario.step({ preview: { kind: 'wrap', amount: '1 ETH' }, as: 'permit' })
   * @throws UnmetError where a law of ground truth is violated, or an expectation of the step not met
   * @throws HarnessError SCENARIO_INVALID, BAD_USAGE where the scenario has ended, or another step of it has not
   */
  step(step: ScenarioDocument): Promise<RecordStep>
}

const SEED = '1'

const setTimer: SetTimer = (delayMs, run) => {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}

/** Open the stack on a fork that is reset for it. */
export async function playScenario(
  environment: Environment,
  name: string,
  setup: ScenarioSetup,
): Promise<PlayedScenario & { close(): Promise<void> }> {
  const begun = parse(name, setup, [{ expect: { allowed: true } }])
  const stage = await openStage(environment, begun.setup, seedDraws(SEED, undefined), setTimer)
  const client = createReadClient(environment.oracleRpc, environment.book.chainId)
  const job = { id: name, kind: 'scripted', name, path: '', file: name, area: 'vitest', seed: SEED } as const
  const shared = {
    // Its lines are no place that a person could open.
    job: { ...job, document: setup },
    environment,
    ports: { setTimer, nowMs: () => performance.now(), onEvent: () => undefined },
    oracle: undefined,
    stage,
    client,
    bindings: new Map<string, string>(),
    laws: createLawWatch(),
    hookFigures: createFigureWatch(),
    states: createStateWatch(stage),
    tracer: undefined,
  }
  const written: ScenarioDocument[] = []
  const recorded: RecordStep[] = []
  let done = 0
  let state: 'open' | 'playing' | 'ended' = 'open'
  const play = async (step: ScenarioDocument) => {
    // An earlier one may have bound the permit that it names.
    const scenario = parse(name, setup, [...written, step])
    written.push(step)
    for (const [index, each] of scenario.steps.entries()) {
      if (index < done) continue
      done = index + 1
      const openingFaults = index === 0 ? faultsOfSetup(scenario.setup) : []
      const played = await playStep({ ...shared, scenario }, each, index, openingFaults)
      if (played === undefined) continue
      recorded.push(linkSettled(played.recorded, recorded))
      const unmet = played.findings.filter((finding) => counts(finding, each))
      if (unmet.length > 0) throw new UnmetError(each.title, unmet)
    }
    return recorded.at(-1) as RecordStep
  }
  return {
    stage,
    rpcUrl: environment.fork.url,
    async step(step) {
      if (state !== 'open') throw describeBusy(name, state)
      state = 'playing'
      return play(step).finally(() => {
        if (state === 'playing') state = 'open'
      })
    },
    async close() {
      state = 'ended'
      try {
        await environment.assertAlive('passed')
      } finally {
        await stage.close()
      }
    },
  }
}

/** The fork is another scenario's by then; and of steps at once nobody could tell which of them changed what. */
const describeBusy = (where: string, state: 'playing' | 'ended') =>
  state === 'ended'
    ? new HarnessError('BAD_USAGE', 'this scenario has ended', {
        where,
        expected: 'a step of the scenario that was opened last in this test',
        found: 'one of a scenario that the next open(), or the end of its test, has ended',
        hint: 'open a scenario in each test that plays one',
      })
    : new HarnessError('BAD_USAGE', 'a step of this scenario is under way', {
        where,
        expected: 'one step after the other',
        found: 'two at once',
        hint: 'await each step, or write both into one: { together: […] }',
      })

/** Without an expectation of its own, how a step ends is for the test to judge. */
const counts = ({ law }: RecordFinding, { expect }: Step): boolean =>
  law !== 'expect.allowed' || expect !== undefined

function parse(name: string, setup: ScenarioSetup, steps: readonly ScenarioDocument[]): Scenario {
  const document = { ...setup, name, steps: steps as readonly Json[] }
  const parsed = parseScenarioFile(writeCase(document), name, SCENARIO_CATALOGUE)
  const [scenario, ...others] = 'scenarios' in parsed ? parsed.scenarios : []
  if (scenario !== undefined && others.length === 0 && scenario.draws === undefined) {
    assertOnFork(scenario, name)
    return scenario
  }
  const [problem] = 'problems' in parsed ? parsed.problems : []
  throw new HarnessError('SCENARIO_INVALID', problem?.message ?? 'a test plays one scenario', {
    where: name,
    expected: problem ? 'what may stand in a scenario file' : 'neither matrix nor draws',
    found: problem?.frame ?? `${others.length + 1} cells`,
    hint: problem?.hint ?? 'write a loop, or a test for each',
  })
}

/** What its names mean elsewhere is something else here, and a step on another chain would be done on this one. */
function assertOnFork({ chains, beside }: Scenario, name: string): void {
  if (beside === undefined && chains.includes(DEFAULT_CHAIN)) return
  throw new HarnessError('SCENARIO_INVALID', 'a test has one fork', {
    where: name,
    expected: `a scenario that can be run on ${DEFAULT_CHAIN}, and on no chain beside it`,
    found: beside ? `beside: ${beside.chain}` : `chains: ${chains.join(', ')}`,
    hint: 'write it as a scenario file, which `assay run` plays',
  })
}
