import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { identifyChild, killProcess, killTree, type ProcessId } from '../../bin/workspace/process-tree.ts'

/** Start a session with a member besides its leader; answers both, and when they began. */
async function startSession() {
  const leader = spawn('bash', ['-c', 'sleep 9061 & echo $!; wait'], { detached: true, stdio: 'pipe' })
  onTestFinished(() => {
    leader.kill('SIGKILL')
  })
  const id = identifyChild(leader.pid ?? 0)
  const [line] = (await once(leader.stdout, 'data')) as [Buffer]
  return { leader, id, member: Number(String(line)) }
}
const isAlive = (pid: number) => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
const later = ({ pid, start }: ProcessId): ProcessId => ({ pid, start: start + 1 })
const earlier = ({ pid, start }: ProcessId): ProcessId => ({ pid, start: start - 1 })
const ended = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

test('default: the session of a process is killed', async () => {
  const { leader, id, member } = await startSession()
  const exit = once(leader, 'exit')
  await killTree(id, 'unused')
  await exit
  expect([ended(leader), isAlive(member)]).toEqual([true, false])
})

test.each([
  ['later', later],
  ['earlier', earlier],
])('behavior: what has its number now, and began %s than it is said to have, is left alone', async (_, shift) => {
  const { leader, id, member } = await startSession()
  await killTree(shift(id), 'unused')
  expect([ended(leader), isAlive(leader.pid ?? 0), isAlive(member)]).toEqual([false, true, true])
  const exit = once(leader, 'exit')
  await killTree(id, 'unused')
  await exit
  expect(isAlive(member)).toBe(false)
})

test('behavior: a process whose number was given out again since it was seen is left alone', async () => {
  const { leader, id } = await startSession()
  for (const other of [later(id), earlier(id)]) killProcess(other)
  const exit = once(leader, 'exit')
  expect([ended(leader), leader.kill('SIGTERM')]).toEqual([false, true])
  // A signal that was sent before would have ended it.
  expect(await exit).toEqual([null, 'SIGTERM'])
})
