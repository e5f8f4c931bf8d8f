import { expect, onTestFinished, test, vi } from 'vitest'
import type { Job } from './job.ts'
import { startAhead } from './start-ahead.ts'
import { startWorkerPool, type WorkerPoolOptions } from './worker-pool.ts'

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
    if (type === 'run') parentPort.postMessage({ type: 'started' })
  })
  parentPort.postMessage({ type: 'ready' })
`)

test('error: JOB_STALLED names the job of a worker that shows no progress', async () => {
  const timers = new Set<() => void>()
  const pool = startWorkerPool({
    workers: 1,
    atOnce: 1,
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

/** A worker that begins a job, and ends it once it may. */
const LASTING = workerOf(`
  let mayEnd
  parentPort.on('message', ({ type, options, job }) => {
    if (type === 'stop') process.exit(0)
    if (type === 'open') {
      mayEnd = options.mayEnd
      parentPort.postMessage({ type: 'ready' })
    }
    if (type !== 'run') return
    parentPort.postMessage({ type: 'started' })
    Atomics.wait(mayEnd, 0, 0)
    parentPort.postMessage({ type: 'finished', result: { record: { id: job.id } } })
  })
`)

test('behavior: a run that stood still as a whole goes on, though all its timers are due', async () => {
  const mayEnd = new Int32Array(new SharedArrayBuffer(4))
  const timers = new Set<() => void>()
  const pool = poolOf({
    workerUrl: LASTING,
    workerData: { mayEnd },
    listener: {
      started: () => {
        for (const fire of [...timers]) fire()
        Atomics.store(mayEnd, 0, 1)
        Atomics.notify(mayEnd, 0)
      },
      event: () => undefined,
      finished: () => undefined,
    },
    setTimer(_, callback) {
      const fire = () => callback()
      timers.add(fire)
      return () => timers.delete(fire)
    },
  })
  expect(await pool.run(JOB)).toEqual({ record: { id: JOB.id } })
  await pool.stop()
  expect(timers.size).toBe(0)
})

/** A worker that passes every job as soon as it knows its options, and names them. */
const PASSING = workerOf(`
  let opened
  parentPort.on('message', ({ type, options, job }) => {
    if (type === 'stop') process.exit(0)
    if (type === 'run') parentPort.postMessage({ type: 'finished', result: { record: { id: job.id, opened } } })
    if (type !== 'open') return
    opened = options
    parentPort.postMessage({ type: 'ready' })
  })
`)

const poolOf = (options: Partial<WorkerPoolOptions>) =>
  startWorkerPool({
    workers: 1,
    atOnce: 1,
    workerUrl: PASSING,
    workerData: { world: 'w' },
    signal: new AbortController().signal,
    listener: { started: () => undefined, event: () => undefined, finished: () => undefined },
    setTimer: () => () => undefined,
    ...options,
  })

test('behavior: a thread that was started ahead is opened and served, and ends with the pool', async () => {
  const ahead = startAhead(PASSING)
  const pool = poolOf({ ahead })
  expect(ahead.take()).toBeUndefined()
  expect(await pool.run(JOB)).toEqual({ record: { id: JOB.id, opened: { world: 'w', index: 0 } } })
  await pool.stop()
  await ahead.end()
})

test('behavior: a thread ahead that ended is replaced', async () => {
  const ahead = startAhead(workerOf('throw new Error("cannot be loaded")'))
  await ahead.end()
  const pool = poolOf({ ahead })
  expect(await pool.run(JOB)).toEqual({ record: { id: JOB.id, opened: { world: 'w', index: 0 } } })
  await pool.stop()
})

test('behavior: those that do not start at once start with the first verdict or after a second, of a pool that goes on', async () => {
  let started = 0
  const open = (workers: number, atOnce: number, options: Partial<WorkerPoolOptions> = {}) => {
    started = 0
    return poolOf({
      workers,
      atOnce,
      workerData: {
        // Each thread is opened with it.
        get world() {
          started += 1
          return 'w'
        },
      },
      ...options,
    })
  }
  const pool = open(3, 1)
  expect(started).toBe(1)
  await pool.run(JOB)
  expect(started).toBe(3)
  await pool.stop()

  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const timers = new Map<() => void, number>()
  const busy = open(3, 1, {
    workerUrl: SILENT,
    listener: { started: () => begin(), event: () => undefined, finished: () => undefined },
    setTimer(delayMs, callback) {
      timers.set(callback, delayMs)
      return () => timers.delete(callback)
    },
  })
  const given = busy.run(JOB)
  await begun
  expect(started).toBe(1)
  for (const [fire, delayMs] of timers) if (delayMs === 1_000) fire()
  expect(started).toBe(3)
  expect([...timers.values()]).not.toContain(1_000)
  for (const fire of timers.keys()) fire()
  await expect(given).rejects.toMatchObject({ code: 'JOB_STALLED' })
  await busy.stop()

  await open(3, 2).stop()
  expect(started).toBe(2)
  await open(1, 4).stop()
  expect(started).toBe(1)
  await open(2, 0).stop()
  expect(started).toBe(1)
})

/** A worker that ends as if all was well when it is given a job, or as soon as it is ready. */
const leaving = (isReadyOnly: boolean) =>
  workerOf(`
    parentPort.on('message', ({ type }) => {
      if (type !== 'open') process.exit(0)
      parentPort.postMessage({ type: 'ready' })
      if (${isReadyOnly}) process.exit(0)
    })
  `)

test.for([
  ['in a job', false, JOB.id],
  ['without one', true, expect.any(String)],
] as const)('error: WORKER_DIED of a worker that ends with code 0 %s', async ([, isReadyOnly, where]) => {
  const pool = poolOf({ workers: 2, atOnce: 2, workerUrl: leaving(isReadyOnly) })
  await expect(pool.run(JOB)).rejects.toMatchObject({ code: 'WORKER_DIED', details: { where } })
  await pool.stop()
})

/** A worker whose world is open once it may be, and that notes when it was sent home. */
const OPENING = workerOf(`
  let told
  parentPort.on('message', ({ type, options }) => {
    if (type === 'stop') {
      Atomics.store(told, 0, 1)
      process.exit(0)
    }
    told = options.told
    setInterval(() => Atomics.load(told, 1) === 1 && parentPort.postMessage({ type: 'ready' }), 5)
  })
`)

test('behavior: an interrupted pool waits for no world that is still being opened', async () => {
  const told = new Int32Array(new SharedArrayBuffer(8))
  const interruption = new AbortController()
  const pool = poolOf({ workerUrl: OPENING, workerData: { told }, signal: interruption.signal })
  onTestFinished(() => void Atomics.store(told, 1, 1))
  const given = pool.run(JOB)
  interruption.abort()
  expect(await given).toBeUndefined()
  await vi.waitUntil(() => told[0] === 1, { timeout: 20_000 })
  await pool.stop()
})

/** Workers of which the first cannot start, and any other loads until it may have; it notes that it was told to end. */
const LATE = workerOf(`
  parentPort.on('message', ({ type, options }) => {
    if (type === 'stop') process.exit(0)
    if (type !== 'open') return
    const error = { code: 'WORLD_LOST', shortMessage: 'no world', details: { hint: 'none' } }
    if (options.index === 0) return parentPort.postMessage({ type: 'failed', error })
    process.on('exit', (code) => Atomics.store(options.told, 0, code === 0 ? 1 : 2))
    const loading = setInterval(() => {
      if (Atomics.load(options.told, 1) === 0) return
      clearInterval(loading)
      parentPort.postMessage({ type: 'ready' })
    }, 5)
  })
`)

test('behavior: a thread that is still loading when another fails is told to end, and is not ended from outside', async () => {
  const told = new Int32Array(new SharedArrayBuffer(8))
  const pool = startWorkerPool({
    workers: 2,
    atOnce: 2,
    workerUrl: LATE,
    workerData: { told },
    signal: new AbortController().signal,
    listener: { started: () => undefined, event: () => undefined, finished: () => undefined },
    setTimer: () => () => undefined,
  })
  await expect(pool.run(JOB)).rejects.toMatchObject({ code: 'WORLD_LOST' })
  const stopped = pool.stop()
  Atomics.store(told, 1, 1)
  await stopped
  expect(told[0]).toBe(1)
})
