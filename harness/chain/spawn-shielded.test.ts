import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { isRunning } from '../../test/chain/start-owner.ts'

const MODULE = new URL('spawn-shielded.ts', import.meta.url).href

test.each([
  ['process.exit(0)', 0],
  ["throw new Error('on purpose')", 1],
])('behavior: what a process started goes with it: %s', async (end, code) => {
  const script = `
    import { spawnShielded } from ${JSON.stringify(MODULE)}
    const child = spawnShielded('sh', ['-c', 'sleep 9103 >/dev/null & echo $!; wait'])
    child.stdout.once('data', (data) => process.stdout.write(child.pid + ' ' + data, () => { ${end} }))`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise((resolve) => owner.once('exit', resolve))
  const pids = (await text(owner.stdout)).trim().split(' ').map(Number)
  expect(await ended).toBe(code)
  expect(pids).toHaveLength(2)
  await expect.poll(() => pids.map(isRunning)).toEqual([false, false])
})
