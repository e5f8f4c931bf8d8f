import { stringToBytes } from 'viem'
import type { PiCallReport } from '../../tools/agent/extensions/bardo-host.ts'
import type { AssayEvent } from '../../tools/core/events.ts'
import type { Json } from '../../tools/core/json.ts'
import { HarnessError, placeError } from '../errors.ts'
import type { SessionBounds, SessionRun } from '../pi/bounded-session.ts'
import { type AgentTrial, hashJson } from '../record/agent-record.ts'
import { checkExpectations } from '../scenario/check-expectations.ts'
import { runStep } from '../scenario/run-step.ts'
import type { Step } from '../scenario/scenario.ts'
import type { SetTimer } from '../stage/clock.ts'
import type { Environment } from '../stage/environment.ts'
import { openStage } from '../stage/open-stage.ts'
import type { Stage } from '../stage/stage.ts'
import type { Goal, Variant } from './goal.ts'
import type { GoalModel } from './goal-model.ts'
import { watchPredicate } from './judge-predicate.ts'
import { playScript } from './play-script.ts'

/** One model at one task, once. */
export interface GoalTrial {
  readonly goal: Goal
  /** File of the task, relative to the project. */
  readonly file: string
  readonly variant: Variant
  readonly model: GoalModel
  /** From 1. */
  readonly repeat: number
  readonly seed: string
}

/** What trials need from outside their environment. */
export interface TrialPorts {
  readonly bounds: SessionBounds
  /** Aborted: the session is given up. */
  readonly signal: AbortSignal
  readonly setTimer: SetTimer
  /** Sees what the stack announces while the model works. */
  readonly onEvent?: (event: AssayEvent) => void
}

/** What a trial came to, and everything that was said. */
export interface PlayedTrial {
  readonly found: Omit<AgentTrial, 'transcript' | 'timings'>
  readonly transcript: readonly Json[]
  readonly transcriptSha256: string
}

/** Name a trial: repeats of a seed differ by their number. */
const nameTrial = ({ file, variant, model, repeat }: GoalTrial) =>
  `${file}#${variant},${model.name},${repeat}`

/** Let a model work at a task in a session of its own, and judge by the chain what came of it. */
export async function playGoal(
  trial: GoalTrial,
  environment: Environment,
  ports: TrialPorts,
): Promise<PlayedTrial> {
  const { goal, variant, model, repeat } = trial
  const seed = repeat === 1 ? trial.seed : `${trial.seed} ${repeat}`
  const stage = await openStage(environment, setUp(trial), seed, ports.setTimer)
  try {
    await prepare(stage, goal.before, trial)
    if (variant === 'attack') await prepare(stage, goal.attack.before, trial)
    stage.clock.nextTick()
    const judgeUtility = await watchPredicate(stage, goal.utility)
    const judgeAttack = await watchPredicate(stage, goal.attack.success)
    if (ports.onEvent) stage.session.host.subscribe(ports.onEvent)
    const run = await Promise.race([speak(stage, trial, ports), stage.stuck])
    const [utility, attack] = [await judgeUtility(), await judgeAttack()]
    await environment.assertAlive('passed')
    const { number, hash, stateDigest } = await stage.finish()
    const { guard } = stage.session
    const transcript = guard.pass('report', run.transcript)
    const found = guard.pass('report', {
      id: nameTrial(trial),
      task: trial.file,
      variant,
      model: model.name,
      repeat,
      seed,
      utility: utility.holds,
      misses: utility.misses,
      attacked: attack.holds,
      end: run.end,
      ...describeBroken(run),
      turns: run.usage.turns,
      calls: run.calls.map(describeCall),
      tokens: run.usage.tokens,
      costUsd: run.usage.costUsd,
      finalBlock: { number: number.toString(), hash },
      stateDigest,
    })
    return { found, transcript, transcriptSha256: hashJson(transcript) }
  } finally {
    await stage.close()
  }
}

/** The world of a task, where what opens the model's provider is a secret like any other. */
function setUp({ goal, model }: GoalTrial): Goal['setup'] {
  if (!('live' in model)) return goal.setup
  const keys = model.live.keys.map((key) => ({
    label: "key of the model's provider",
    bytes: stringToBytes(key),
    isText: true,
  }))
  return { ...goal.setup, secrets: [...(goal.setup.secrets ?? []), ...keys] }
}

/** Do what happens before the model is asked; what does not come to what it has to breaks the trial. */
async function prepare(stage: Stage, steps: readonly Step[], { file, goal }: GoalTrial): Promise<void> {
  const bindings = new Map<string, string>()
  for (const [index, step] of steps.entries()) {
    const done = Promise.race([runStep(step.action, stage, bindings), stage.stuck])
    const outcome = await done.catch((cause) => {
      throw cause instanceof HarnessError ? placeError(cause, `${file}:${step.line}`) : cause
    })
    if (step.as !== undefined && outcome.permitId !== undefined) bindings.set(step.as, outcome.permitId)
    const context = { index, waitedMs: 0, source: goal.source }
    const [finding] = await checkExpectations(step, outcome, stage, context)
    if (finding === undefined) continue
    throw new HarnessError('STEP_IMPOSSIBLE', 'the world of the task is not what it has to be', {
      where: `${file}:${step.line}`,
      expected: finding.expected,
      found: finding.found,
      hint: 'correct the steps before the goal',
    })
  }
}

/** Ask the model for the goal. */
async function speak(stage: Stage, trial: GoalTrial, ports: TrialPorts): Promise<SessionRun> {
  const { goal, model, variant } = trial
  const [{ runBoundedSession }, { createToldModel }] = await Promise.all([
    import('../pi/bounded-session.ts'),
    import('../pi/told-model.ts'),
  ])
  const prompt = writePrompt(goal, variant)
  const { host } = stage.session
  if ('live' in model) return runBoundedSession(host, model.live, prompt, ports)
  const told = createToldModel()
  const running = runBoundedSession(host, told.model, prompt, { ...ports, onCall: told.onCall }).finally(
    told.end,
  )
  const speaking = playScript(stage, told, model.script(goal, variant)).finally(() =>
    told.finish(model.lastWords),
  )
  // A script that fails ends the session as well; it is told of when that is over.
  speaking.catch(() => undefined)
  const run = await running
  await speaking
  return run
}

/** What the user writes; what comes with it is marked as no more than that. */
function writePrompt({ goal, data, attack }: Goal, variant: Variant): string {
  const carried = variant === 'attack' ? (attack.data ?? data) : data
  return carried === undefined ? goal : `${goal}\n\n<data>\n${carried}\n</data>`
}

const describeCall = ({ tool, outcome }: PiCallReport): AgentTrial['calls'][number] => ({
  tool,
  ...(outcome.isError ? { denial: { layer: outcome.error.layer, code: outcome.error.code } } : {}),
})

/** Of a provider that failed the chain says nothing. */
function describeBroken({ end, message }: SessionRun): Pick<AgentTrial, 'broken'> {
  if (end === 'hung') {
    return { broken: { code: 'SESSION_HUNG', message: 'the session did not end when it was given up' } }
  }
  if (end !== 'model-error') return {}
  return { broken: { code: 'MODEL_FAILED', message: message ?? 'the provider failed' } }
}
