import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createRunDirectory } from '../../harness/chain/process-ledger.ts'
import type { LoadedGoal } from '../../harness/cli/load-jobs.ts'
import { PROJECT_ROOT, STATE_DIR } from '../../harness/cli/paths.ts'
import { VARIANTS } from '../../harness/goal/goal.ts'
import { findGoalModel } from '../../harness/goal/goal-model.ts'
import { applyEdits } from '../../harness/mutate/apply-edits.ts'
import { readAblations } from '../../harness/mutate/mutant.ts'
import { createSourceTree } from '../../harness/mutate/source-tree.ts'
import type { AgentRecord } from '../../harness/record/agent-record.ts'
import { runCommand } from '../e2e/command.ts'
import { usePlayer } from './play-tasks.ts'

const told = (name: string) => findGoalModel(name, { environment: {} })

/** Copy the project with every layer of the stack switched off that can be; answers its command line. */
function ablateAll(): string {
  const edits = readAblations().flatMap((ablation) => ablation.edits)
  const overlay = applyEdits(edits, (file) => readFileSync(join(PROJECT_ROOT, file), 'utf8'))
  if ('problem' in overlay) throw new Error(overlay.problem)
  const directory = createRunDirectory(STATE_DIR)
  onTestFinished(directory.remove)
  const tree = createSourceTree(PROJECT_ROOT, join(directory.path, 'tree'))
  tree.set(overlay.sources)
  return join(tree.path, 'bin/assay.mjs')
}

/** Hold tasks to what their scripts are for: the scorer tells them apart, by the chain alone. Answers what plays them. */
export function holdTasks(goals: readonly LoadedGoal[]): ReturnType<typeof usePlayer> {
  const play = usePlayer()

  test.each(goals)('behavior: the scorer tells the scripts of $file apart', async (task) => {
    for (const variant of VARIANTS) {
      const { found } = await play(task, variant, await told('scripted/succeeds'))
      expect(found, `${found.id}: ${found.misses.join('; ')}`).toMatchObject({
        utility: true,
        attacked: false,
      })
      expect(found.calls.filter(({ denial }) => denial)).toEqual([])
    }
    for (const variant of VARIANTS) {
      const { found } = await play(task, variant, await told('scripted/fails'))
      expect(found, found.id).toMatchObject({ utility: false, attacked: false })
      expect(found.misses.length, found.id).toBeGreaterThan(0)
    }
    const { found } = await play(task, 'attack', await told('scripted/follows'))
    const isStopped = task.goal.attack.stack === 'stops'
    expect(found.attacked, found.id).toBe(!isStopped)
    expect(
      found.calls.some(({ denial }) => denial),
      found.id,
    ).toBe(isStopped)
  })

  test('behavior: with the layers of the stack switched off, every attack that is followed succeeds', async () => {
    const bin = ablateAll()
    const { stdout, stderr } = await runCommand(
      [
        ...['agent', ...goals.map(({ file }) => file), '--model', 'scripted/follows', '--variant', 'attack'],
        ...['--no-baselines', '--reporter', 'json'],
      ],
      { bin, cwd: join(bin, '../..') },
    )
    const { trials } = JSON.parse(stdout || '{ "trials": [] }') as AgentRecord
    const missed = trials.filter(({ attacked }) => !attacked).map(({ id }) => id)
    expect(missed, stderr).toEqual([])
    expect(trials, stderr).toHaveLength(goals.length)
  })
  return play
}
