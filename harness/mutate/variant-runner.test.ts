import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Job } from '../schedule/job.ts'
import type { SourceTree } from './source-tree.ts'
import { createVariantRunner } from './variant-runner.ts'

/** Loads until it is told to go on, as the modules of a variant do behind one that awaits something. */
const LOADING = `import './awaits.mjs'
import { parentPort, workerData } from 'node:worker_threads'
const { marks } = workerData
Atomics.store(marks, 0, 1)
Atomics.notify(marks, 0)
Atomics.wait(marks, 1, 0)
`

test.each([
  ['ends by itself', "parentPort.on('message', (message) => message === 'stop' && process.exit(0))\n"],
  ['fails to load then', "throw new SyntaxError('of a variant')\n"],
])('behavior: what is interrupted while its modules are loaded and %s does not end the whole process', async (_, rest) => {
  const path = mkdtempSync(join(tmpdir(), 'assay-variant-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  mkdirSync(join(path, 'bin'))
  writeFileSync(join(path, 'bin/awaits.mjs'), 'await undefined\n')
  writeFileSync(join(path, 'bin/variant-worker.mjs'), LOADING + rest)
  const marks = new Int32Array(new SharedArrayBuffer(8))
  const given = new AbortController()
  const options = { marks, timeoutMs: 1_000, signal: given.signal }
  const tree = { path, compileCache: path } as SourceTree
  const runner = createVariantRunner(tree, options as unknown as Parameters<typeof createVariantRunner>[1])
  const answer = runner.run({} as Job)
  await Atomics.waitAsync(marks, 0, 0).value
  given.abort()
  setImmediate(() => {
    Atomics.store(marks, 1, 1)
    Atomics.notify(marks, 1)
  })
  expect(await answer).toEqual({ kind: 'broken', reason: 'no fork started in time' })
  await runner.stop()
})
