import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { findNearest } from '../../../tools/core/suggest.ts'
import { HarnessError } from '../../errors.ts'
import { BASELINES, findGoalModel, type GoalModel } from '../../goal/goal-model.ts'
import type { SessionBounds } from '../../pi/bounded-session.ts'
import { findScenarios } from '../../scenario/find-scenarios.ts'
import type { AgentOptions } from '../agent/options.ts'
import { runTrials } from '../agent/run-trials.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import type { CliIo } from '../io.ts'
import { type LoadedGoal, loadJobs } from '../load-jobs.ts'
import { GOALS_DIR } from '../paths.ts'
import { renderProblems } from '../render-problems.ts'

/** Let a model work at goal tasks, score what it did by the chain, and report; answers the exit code. */
export async function agent(tasks: readonly string[], options: AgentOptions, io: CliIo): Promise<number> {
  const { goals, problems } = await loadJobs(tasks.length === 0 ? [GOALS_DIR] : tasks.map(resolveTask), {
    seed: options.seed,
    signal: io.signal,
    ...(options.filter === undefined ? {} : { filter: options.filter }),
    ...(options.stateDir === undefined ? {} : { stateDir: options.stateDir }),
  })
  if (problems.length > 0) {
    io.progress(renderProblems(problems, io.errorColors))
    return EXIT_CODES.broken
  }
  assertSome(goals, options)
  const bounds: SessionBounds = {
    maxTurns: options.maxTurns,
    maxTokens: options.maxTokens,
    maxCostUsd: options.maxCost,
    maxMs: options.timeLimit,
  }
  // What is missing is said before anything is started.
  const model = await findGoalModel(options.model, {
    environment: process.env,
    ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
  })
  return runTrials(goals, chooseModels(model, options), { ...options, bounds }, io)
}

/** The model with how often it tries, and the baselines, which come to the same each time. */
const chooseModels = (model: GoalModel, { repeats, baselines }: AgentOptions) => [
  { model, repeats },
  ...(baselines ? BASELINES : [])
    .filter(({ name }) => name !== model.name)
    .map((baseline) => ({ model: baseline, repeats: 1 })),
]

function assertSome(goals: readonly LoadedGoal[], { filter }: AgentOptions): void {
  if (goals.length > 0) return
  throw new HarnessError('BAD_USAGE', 'no goal task to run', {
    expected: 'at least one file with goal: and utility:',
    found: filter === undefined ? 'none at the given paths' : `none that matches "${filter}"`,
    hint: 'see `assay list scenarios/goals`; scenarios run with `assay run`',
  })
}

/** Find a task by its path, or by its name below the project's tasks: `trading/buy-weth`. */
function resolveTask(task: string): string {
  if (existsSync(resolve(task))) return task
  const named = [join(GOALS_DIR, task), join(GOALS_DIR, `${task}.yaml`)].find((path) => existsSync(path))
  if (named !== undefined) return named
  const known = findScenarios([], { root: GOALS_DIR, cwd: GOALS_DIR }).map((path) =>
    relative(GOALS_DIR, path).replace(/\.ya?ml$/, ''),
  )
  const nearest = findNearest(task, known)
  throw new HarnessError('BAD_USAGE', 'no such goal task', {
    where: task,
    expected: 'a file, a folder, or a name below scenarios/goals',
    found: 'nothing there',
    hint: nearest === undefined ? 'see `assay list scenarios/goals`' : `did you mean "${nearest}"?`,
  })
}
