import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'

const MODULE = new URL('kill-at-exit.ts', import.meta.url).href

/** Let a process register two things to kill, of which the first has ended, and end; tells what it killed and how it ended. */
const endBy = (how: string) =>
  new Promise<{ killed: string; signal?: string | null }>((resolve) => {
    const script = `
      import { writeSync } from 'node:fs'
      import { killAtExit } from ${JSON.stringify(MODULE)}
      const [end] = ['one', 'other'].map((name) => killAtExit(() => writeSync(1, name)))
      end()
      end()
      ${how}`
    execFile(process.execPath, ['--input-type=module', '-e', script], (error, killed) =>
      resolve({ killed, ...(error ? { signal: error.signal ?? null } : {}) }),
    )
  })

test('default: what is left is killed when the process ends', async () => {
  expect(await endBy('')).toEqual({ killed: 'other' })
  expect(await endBy("throw new Error('on purpose')")).toEqual({ killed: 'other', signal: null })
})

test.each([
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'SIGQUIT',
])('behavior: %s ends the process as ever, and what is left with it', async (signal) => {
  const held = `setInterval(() => {}, 1_000); process.kill(process.pid, '${signal}')`
  expect(await endBy(held)).toEqual({ killed: 'other', signal })
})

test('behavior: a signal that something else handles kills nothing until the process ends', async () => {
  const handled = `process.on('SIGTERM', () => { writeSync(1, 'handled '); process.exit() })
    setInterval(() => {}, 1_000); process.kill(process.pid, 'SIGTERM')`
  expect(await endBy(handled)).toEqual({ killed: 'handled other' })
})
