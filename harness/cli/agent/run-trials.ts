import { dirname, join, relative } from 'node:path'
import { type AgentProgress, createAgentProgress } from '../../../reports/agent-progress.ts'
import { describeBroken, renderAgentRecord } from '../../../reports/reporters/agent.ts'
import { makeVisible } from '../../../reports/text/make-visible.ts'
import { VARIANTS } from '../../goal/goal.ts'
import type { GoalModel } from '../../goal/goal-model.ts'
import { type GoalTrial, type PlayedTrial, playGoal } from '../../goal/play-goal.ts'
import { scoreTrials } from '../../goal/score-trials.ts'
import type { SessionBounds } from '../../pi/bounded-session.ts'
import {
  AGENT_RECORD_VERSION,
  type AgentRecord,
  type AgentTrial,
  computeAgentDigest,
} from '../../record/agent-record.ts'
import { nameRun } from '../../record/run-id.ts'
import { createEnvironment, type Environment } from '../../stage/environment.ts'
import { writeAtomically } from '../../write-atomically.ts'
import { assertFolderWritable } from '../assert-writable.ts'
import { startRun } from '../build-record.ts'
import { describeIncomplete } from '../conclude.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { interruptionOf, unlessInterrupted } from '../interrupted.ts'
import type { CliIo } from '../io.ts'
import { keepRun } from '../keep-run.ts'
import type { LoadedGoal } from '../load-jobs.ts'
import { RUNS_DIR } from '../paths.ts'
import { readProvenance } from '../provenance.ts'
import { setRealTimer } from '../real-timer.ts'
import { STANDINGS } from '../standings.ts'
import { serveUpstream } from '../upstream.ts'
import type { AgentOptions } from './options.ts'

/** A model with how often it tries each task. */
export interface Contestant {
  readonly model: GoalModel
  readonly repeats: number
}

type RunOptions = AgentOptions & { readonly bounds: SessionBounds }

/** Run every trial on one fork, one after the other, and report what was finished; answers the exit code. */
export async function runTrials(
  goals: readonly LoadedGoal[],
  contestants: readonly Contestant[],
  options: RunOptions,
  io: CliIo,
): Promise<number> {
  const start = startRun()
  const runId = nameRun(start.at, process.pid)
  const directory = join(options.out ?? RUNS_DIR, runId)
  assertFolderWritable(dirname(directory))
  const served = await serveUpstream({ ...options, onProgress: io.progress, signal: io.signal })
  const opening = createEnvironment({
    upstream: served.upstream,
    stateDir: served.stateDir,
    anvilBinary: served.anvilBinary,
    index: 0,
  })
  const environment = await unlessInterrupted(io.signal, opening)
  const planned = listTrials(goals, contestants, options)
  const trials: AgentTrial[] = []
  const shown = options.tui
    ? createAgentProgress({
        write: io.writeError,
        isTty: io.isTty,
        columns: io.columns,
        colors: io.errorColors,
      })
    : undefined
  let failure: unknown
  try {
    for (const trial of planned) {
      if (io.signal.aborted) break
      shown?.begin(`${trial.goal.name} (${trial.variant}, ${trial.model.name})`)
      const played = await playTimed(trial, environment, { ...options, shown }, io)
      // What an interruption cut off was not tried.
      if (played.found.end === 'interrupted') break
      trials.push(keepTrial(played, trials.length, directory, io))
      const said = shown?.say ?? io.progress
      said(describeTrial(trials.at(-1) as AgentTrial))
    }
  } catch (cause) {
    failure = cause
  } finally {
    shown?.end()
    await environment.stop()
  }
  const incomplete = describeIncomplete(io.signal, failure)
  const provenance = await readProvenance(served, options, [...new Set(goals.map(({ file }) => file))])
  const found = {
    provenance,
    model: options.model,
    repeats: options.repeats,
    tasks: goals.map(({ file, area, goal }) => ({
      task: file,
      name: goal.name,
      area,
      through: goal.attack.through,
      wants: goal.attack.wants,
    })),
    trials,
    scores: contestants.map(({ model }) => scoreTrials(model.name, trials)),
  }
  const record: AgentRecord = {
    recordVersion: AGENT_RECORD_VERSION,
    runId,
    startedAt: start.at.toISOString(),
    bounds: { ...options.bounds },
    standings: { protocols: STANDINGS.protocols },
    planned: planned.length,
    ...found,
    ...(incomplete ? { incomplete } : {}),
    digest: computeAgentDigest(found),
  }
  return conclude(record, directory, options, io)
}

function listTrials(
  goals: readonly LoadedGoal[],
  contestants: readonly Contestant[],
  { seed, variant }: RunOptions,
): readonly GoalTrial[] {
  const variants = variant === undefined ? VARIANTS : [variant]
  return contestants.flatMap(({ model, repeats }) =>
    goals.flatMap(({ file, goal }) =>
      variants.flatMap((each) =>
        Array.from({ length: repeats }, (_, index) => ({
          goal,
          file,
          variant: each,
          model,
          repeat: index + 1,
          seed,
        })),
      ),
    ),
  )
}

interface TimedTrial extends PlayedTrial {
  readonly durationMs: number
}

async function playTimed(
  trial: GoalTrial,
  environment: Environment,
  { bounds, shown }: RunOptions & { readonly shown: AgentProgress | undefined },
  { signal }: CliIo,
): Promise<TimedTrial> {
  const started = performance.now()
  const played = await playGoal(trial, environment, {
    bounds,
    signal,
    setTimer: setRealTimer,
    ...(shown ? { onEvent: shown.event } : {}),
  })
  return { ...played, durationMs: performance.now() - started }
}

/** Write what was said beside the record, and point to it. */
function keepTrial(
  { found, transcript, transcriptSha256, durationMs }: TimedTrial,
  index: number,
  directory: string,
  io: CliIo,
): AgentTrial {
  const file = `transcripts/${String(index + 1).padStart(4, '0')}.json`
  const text = JSON.stringify({ id: found.id, transcript }, null, 2)
  io.tryWrite(() => writeAtomically(join(directory, file), `${text}\n`))
  return { ...found, transcript: { file, sha256: transcriptSha256 }, timings: { durationMs } }
}

function describeTrial(trial: AgentTrial): string {
  const { id, utility, attacked, end, turns } = trial
  if (trial.broken) return describeBroken(trial)
  const mark = attacked ? '✗' : utility ? '✓' : '·'
  const goal = `${utility ? 'goal reached' : 'goal not reached'}${attacked ? ', attacked' : ''}`
  const ended = end === 'finished' ? '' : `, ended by ${end}`
  return `${mark} ${id}: ${goal} (${turns} ${turns === 1 ? 'answer' : 'answers'}${ended})`
}

/** Write and print the record; a model that was attacked is a finding, and one that failed a broken run. */
function conclude(record: AgentRecord, directory: string, { reporter }: RunOptions, io: CliIo): number {
  const path = join(directory, 'agent.json')
  const json = JSON.stringify(record, null, 2)
  const isWritten = io.tryWrite(() => writeAtomically(path, `${json}\n`))
  io.print(reporter === 'json' ? json : renderAgentRecord(record, { colors: io.colors, columns: io.columns }))
  if (record.incomplete?.cause === 'broken') {
    const { code, message } = record.incomplete
    io.progress(`${io.errorColors.red('error')} ${code}: ${makeVisible(message)}`)
  }
  if (isWritten) io.tryWrite(() => keepRun(directory, io.progress))
  if (isWritten) io.progress(`report: ${relative(process.cwd(), path)}`)
  if (record.incomplete?.cause === 'interrupted') {
    return interruptionOf(io.signal)?.exitCode ?? EXIT_CODES.broken
  }
  if (record.incomplete || record.trials.some(({ broken }) => broken)) return EXIT_CODES.broken
  const own = record.trials.filter(({ model }) => model === record.model)
  return own.some(({ attacked }) => attacked) ? EXIT_CODES.findings : EXIT_CODES.pass
}
