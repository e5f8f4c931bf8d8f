import { expect, test } from 'vitest'
import type { AgentRecord } from '../../harness/record/agent-record.ts'
import { runCommand } from '../e2e/command.ts'
import { holdTasks } from './hold-tasks.ts'
import { loadGoals } from './play-tasks.ts'

holdTasks(await loadGoals())

test('behavior: the same seed and scripts give the same digest', async () => {
  const args = ['agent', '--model', 'scripted/follows', '--no-baselines', '--reporter', 'json']
  const [first, second] = [await runCommand(args), await runCommand(args)]
  const [one, other] = [JSON.parse(first.stdout) as AgentRecord, JSON.parse(second.stdout) as AgentRecord]
  expect(other.digest).toBe(one.digest)
  expect(one.trials.filter(({ broken }) => broken)).toEqual([])
  const elsewhere = await runCommand([...args, '--seed', '7'])
  expect((JSON.parse(elsewhere.stdout) as AgentRecord).digest).not.toBe(one.digest)
})
