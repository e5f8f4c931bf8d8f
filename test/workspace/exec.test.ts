import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createMemoryBackend } from '../../tools/workspace/backends/memory-backend.ts'
import { createBashTool } from '../../tools/workspace/tools/bash.ts'
import { CLOCK } from './clock.ts'
import { describeExec } from './exec.ts'
import { listSleepers, ownTime } from './sleepers.ts'

describe('every backend runs commands alike', () => {
  for (const name of ['local', 'ssh', 'http'] as const) describeExec(name, 10)
})

test('error: EXEC_UNSUPPORTED in memory', async () => {
  const { content } = await createBashTool({ backend: createMemoryBackend(), clock: CLOCK }).execute({
    command: 'id',
  })
  expect(content).toMatchObject([{ kind: 'error', errCode: 'EXEC_UNSUPPORTED' }])
})

describe('a command of this machine ends with the process that runs it', () => {
  test.each([
    ['a signal', 'SIGTERM', ''],
    ['a terminal that goes', 'SIGHUP', ''],
    ['a signal that it handles', 'SIGTERM', 'handled'],
    ['an exit', undefined, 'exit'],
    ['an uncaught exception', undefined, 'throw'],
  ] as const)('behavior: by %s', async (_, signal, mode) => {
    const seconds = ownTime(5)
    const script = fileURLToPath(new URL('command-host.ts', import.meta.url))
    const host = spawn(process.execPath, [script, String(seconds), mode], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const ended = once(host, 'exit')
    onTestFinished(() => {
      host.kill('SIGKILL')
      for (const pid of listSleepers([seconds])) process.kill(pid, 'SIGKILL')
    })
    await once(host.stdout, 'data')
    await expect.poll(() => listSleepers([seconds])).toHaveLength(2)
    if (signal === undefined) host.stdin.write('\n')
    else host.kill(signal)
    const [code, killedBy] = await ended
    expect([code, killedBy]).toEqual(mode === '' ? [null, signal] : [mode === 'throw' ? 1 : 0, null])
    expect(listSleepers([seconds])).toEqual([])
  })
})
