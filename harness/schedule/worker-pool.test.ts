import { expect, test } from 'vitest'
import type { Job } from './job.ts'
import { startWorkerPool } from './worker-pool.ts'

const workerOf = (script: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'\n${script}`)}`,
  )

const JOB: Job = {
  id: 'fuzz/authority#812',
  kind: 'scripted',
  name: 'a case',
  path: '/nowhere/case.yaml',
  file: 'case.yaml',
  area: 'fuzz',
  seed: '1',
}

/** A worker that begins a job, says so and says how it goes on as often as it is told, and never ends it. */
const SILENT = workerOf(`
  parentPort.on('message', ({ type }) => {
    if (type === 'stop') process.exit(0)
    parentPort.postMessage({ type: 'started' })
  })
  parentPort.postMessage({ type: 'ready' })
`)

test('error: JOB_STALLED names the job of a worker that shows no progress', async () => {
  const timers = new Set<() => void>()
  const pool = startWorkerPool({
    workers: 1,
    workerUrl: SILENT,
    workerData: {},
    signal: new AbortController().signal,
    listener: {
      started: () => {
        // It was heard of just now: what is left is the timer that began with this message.
        expect(timers.size).toBe(1)
        for (const fire of timers) fire()
      },
      event: () => undefined,
      finished: () => undefined,
    },
    setTimer(_, callback) {
      timers.add(callback)
      return () => timers.delete(callback)
    },
  })
  await expect(pool.run(JOB)).rejects.toMatchObject({
    code: 'JOB_STALLED',
    details: { where: JOB.id, hint: expect.stringContaining('--seed 1') },
  })
  await expect(pool.run(JOB)).rejects.toMatchObject({ code: 'JOB_STALLED' })
  await pool.stop()
  expect(timers.size).toBe(0)
})
