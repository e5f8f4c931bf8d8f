import * as fc from 'fast-check'
import { keccak256 } from '../../tools/core/keccak256.ts'
import { createReadClient } from '../chain/viem-client.ts'
import type { Observation } from '../oracle/observer.ts'
import type { PropertyWorld } from '../property/property-world.ts'
import { createFigureWatch } from '../record/hook-figures.ts'
import type { RecordStep } from '../record/record.ts'
import type { ObservedAgent } from '../stage/observed-agent.ts'
import type { Stage } from '../stage/stage.ts'
import type { Tracer } from '../trace/tracer.ts'
import type { ExecutionPorts } from './execution-ports.ts'
import { readReceipts } from './record-acts.ts'
import { createStateWatch, type StateWatch } from './record-state.ts'
import { recordStep } from './record-step.ts'

/** A world whose agent and clock say what a case does with them, step by step. */
export interface NarratedWorld {
  readonly world: PropertyWorld
  readonly steps: readonly RecordStep[]
  /** What people call the addresses in them. */
  names(): Readonly<Record<string, string>>
  /** Watch nothing any longer. */
  end(): void
}

/**
 * Narrate what is done on the stages of a world, with call trees where there is a tracer; what a case does past agent and
 * clock is not told.
 */
export function narrate(
  world: PropertyWorld,
  { nowMs }: Pick<ExecutionPorts, 'nowMs'>,
  traceStage: (stage: Stage) => Tracer | undefined = () => undefined,
): NarratedWorld {
  const steps: RecordStep[] = []
  const stages: Stage[] = []
  let tracer: Tracer | undefined
  const hookFigures = createFigureWatch()
  const tell = async <T>(
    stage: Stage,
    states: StateWatch,
    step: { kind: string; title: string },
    body: () => T | Promise<T>,
  ): Promise<T> => {
    const started = nowMs()
    const startedSeconds = world.fork.headTimestampSeconds()
    const phase = phaseOf(stage)
    const answer = await body()
    const acts = stage.takeActs()
    const observation = asObservation(answer)
    const { permitId } = (observation?.details ?? {}) as { readonly permitId?: string }
    const { recorded } = recordStep(
      {
        step: { title: step.title, line: 0, action: { kind: step.kind } },
        index: steps.length,
        hookFigures,
        phase,
        outcome: { ...(observation ? { observation } : {}), ...(permitId === undefined ? {} : { permitId }) },
        findings: [],
        faults: [],
        durationMs: nowMs() - started,
        startedSeconds,
        acts,
        receipts: await readReceipts(acts, createReadClient(world.fork.rpc, world.book.chainId)),
        states: states.follow(acts.looks, {
          startedSeconds,
          endedSeconds: world.fork.headTimestampSeconds(),
        }),
        traces: await tracer?.take({ ...acts, sent: acts.sent.map((signed) => keccak256(signed)) }),
      },
      stage,
    )
    steps.push(recorded)
    return answer
  }
  return {
    steps,
    end: () => tracer?.end(),
    names: () => Object.assign({}, ...stages.map((stage) => stage.names.listMet())),
    world: {
      book: world.book,
      get fork() {
        return world.fork
      },
      async open(setup) {
        const stage = await world.open(setup)
        stages.push(stage)
        tracer?.end()
        tracer = traceStage(stage)
        const states = createStateWatch(stage)
        const { clock, agent } = stage
        const advance: typeof clock.advance = (ms) =>
          tell(stage, states, { kind: 'advance', title: `advance ${ms / 1_000} s` }, () => clock.advance(ms))
        const told = Object.entries(agent).map(([name, method]: [string, Method]) => [
          name,
          (...given: readonly unknown[]) =>
            tell(stage, states, { kind: name, title: titleOf(name, given) }, () => method(...given)),
        ])
        return Object.create(stage, {
          agent: { value: Object.fromEntries(told) as ObservedAgent },
          clock: { value: Object.create(clock, { advance: { value: advance } }) },
        }) as Stage
      },
    },
  }
}

type Method = (...given: readonly unknown[]) => unknown

/** The call in words: `preview_action {"kind":"swap"}`. */
const titleOf = (name: string, given: readonly unknown[]) =>
  [
    ...(name === 'call' ? [] : [name]),
    ...given.map((each) => (typeof each === 'string' ? each : fc.stringify(each))),
  ].join(' ')

const phaseOf = ({ processes, session }: Stage) =>
  processes.isDown ? 'unknown' : (session.agent.safety.phases.current().phase ?? 'unknown')

const asObservation = (answer: unknown): Observation | undefined =>
  answer !== null && typeof answer === 'object' && 'hooks' in answer ? (answer as Observation) : undefined
