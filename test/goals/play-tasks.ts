import { afterAll, beforeAll } from 'vitest'
import { type LoadedGoal, loadJobs } from '../../harness/cli/load-jobs.ts'
import { GOALS_DIR, STATE_DIR } from '../../harness/cli/paths.ts'
import { setRealTimer } from '../../harness/cli/real-timer.ts'
import { serveUpstream } from '../../harness/cli/upstream.ts'
import type { Variant } from '../../harness/goal/goal.ts'
import type { GoalModel } from '../../harness/goal/goal-model.ts'
import { type PlayedTrial, playGoal, type TrialPorts } from '../../harness/goal/play-goal.ts'
import type { SessionBounds } from '../../harness/pi/bounded-session.ts'
import { createEnvironment, type Environment } from '../../harness/stage/environment.ts'

/** What a session may take where a test says nothing of it; of time as much as a test. */
const BOUNDS: SessionBounds = { maxTurns: 30, maxTokens: 400_000, maxCostUsd: 1, maxMs: 600_000 }

/** Load every task of the project. */
export async function loadGoals(): Promise<readonly LoadedGoal[]> {
  const { goals, problems } = await loadJobs([GOALS_DIR], { seed: '1' })
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'))
  return goals
}

/** Share one fork among the tests of a file; the returned function plays a trial on it. */
export function usePlayer() {
  let environment: Environment
  beforeAll(async () => {
    const { upstream, anvilBinary } = await serveUpstream({ onProgress: () => undefined })
    environment = await createEnvironment({ upstream, anvilBinary, stateDir: STATE_DIR, index: 0 })
  })
  afterAll(() => environment?.stop())
  return (
    { goal, file }: LoadedGoal,
    variant: Variant,
    model: GoalModel,
    bounds: Partial<SessionBounds> = {},
    ports: Partial<TrialPorts> = {},
  ): Promise<PlayedTrial> =>
    playGoal({ goal, file, variant, model, repeat: 1, seed: '1' }, environment, {
      bounds: { ...BOUNDS, ...bounds },
      signal: new AbortController().signal,
      setTimer: setRealTimer,
      ...ports,
    })
}
