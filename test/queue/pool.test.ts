import { describe, expect, test } from 'vitest'
import { HarnessError } from '../../harness/errors.ts'
import { openQueuePool } from '../../harness/queue/queue-pool.ts'
import { parseQueueUrl } from '../../harness/queue/queue-url.ts'
import { openRedis } from '../../harness/queue/redis-link.ts'
import { announce, type RunTerms, withdraw, withdrawUnowned } from '../../harness/queue/run-terms.ts'
import { serveQueue } from '../../harness/queue/serve-queue.ts'
import type { Job, JobResult } from '../../harness/schedule/job.ts'
import { hasRedis, REDIS_HINT, startRedis, type TestServer } from './redis.ts'

const TERMS: RunTerms = {
  codeHash: 'c0de',
  worldHash: 'a'.repeat(64),
  anvilVersion: 'anvil 1.7.1',
  replayOptions: '',
  files: { 'scenarios/property/a.property.ts': 'f11e' },
}
const jobOf = (id: string): Job => ({
  id,
  kind: 'scripted',
  name: id,
  path: `/here/${id}`,
  file: id,
  area: 'area',
  seed: '1',
})

/** Timers of which those of two seconds, as of a run's beat, are due at once. */
const hasty = (delayMs: number, callback: () => void) => {
  const timer = setTimeout(callback, delayMs === 2_000 ? 0 : delayMs)
  return () => clearTimeout(timer)
}
const real = (delayMs: number, callback: () => void) => {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}

/** Timers of two seconds, as of a run's beat, that are due once this process goes on after a pause. */
function pausable() {
  const held: (() => void)[] = []
  let isPaused = false
  const setTimer = (delayMs: number, callback: () => void) =>
    real(delayMs, () => {
      if (isPaused && delayMs === 2_000) held.push(callback)
      else callback()
    })
  return {
    setTimer,
    pause() {
      isPaused = true
    },
    goOn() {
      isPaused = false
      for (const callback of held.splice(0)) callback()
    },
  }
}

async function openRun(redis: TestServer, setTimer = real, run = 'run-1') {
  const link = await openRedis(parseQueueUrl(redis.url), setTimer)
  const said: string[] = []
  const controller = new AbortController()
  const started: number[] = []
  const finished: string[] = []
  const pool = await openQueuePool({
    link,
    run,
    terms: TERMS,
    listener: {
      started: (_, worker) => started.push(worker),
      event: () => undefined,
      finished: ({ id }) => finished.push(id),
    },
    signal: controller.signal,
    setTimer,
    onProgress: (line) => said.push(line),
  })
  return { pool, said, started, finished, abort: () => controller.abort() }
}

type Run = Awaited<ReturnType<typeof openRun>>

/** Work at all runs with a thread that answers what it is told to. */
async function work(
  redis: TestServer,
  play: (job: Job) => Promise<JobResult | undefined>,
  own = TERMS,
  setTimer = real,
) {
  const link = await openRedis(parseQueueUrl(redis.url), real)
  const controller = new AbortController()
  const said: string[] = []
  let begin = (_job: Job, _thread: number) => {}
  let isFree: Promise<unknown> = Promise.resolve()
  const asked: string[] = []
  const served = serveQueue({
    link,
    name: 'w',
    workers: 1,
    pool: {
      run(job) {
        asked.push(job.id)
        const result = isFree.then(() => {
          begin(job, 0)
          return play(job)
        })
        isFree = result.catch(() => undefined)
        return result
      },
      drop: () => undefined,
      stop: async () => undefined,
    },
    onBegin: (callback) => {
      begin = callback
    },
    termsFor: () => own,
    locate: (file) => `/there/${file}`,
    portable: (cause) => ({ code: 'JOB_STALLED', shortMessage: String(cause), details: { hint: 'none' } }),
    signal: controller.signal,
    setTimer,
    onProgress: (line) => said.push(line),
  })
  return {
    said,
    asked,
    async end() {
      controller.abort()
      await served
    },
    /** Close its connections, whatever it works at. */
    abandon() {
      served.catch(() => undefined)
      link.close()
    },
  }
}

const passed = ({ id }: Job) => ({ record: { id, verdict: 'passed', timings: { worker: 7 } } }) as never

describe.skipIf(!hasRedis)(`a pool over a queue${hasRedis ? '' : `: ${REDIS_HINT}`}`, () => {
  test('error: QUEUE_IDLE when nobody comes', async () => {
    const redis = await startRedis()
    const { pool } = await openRun(redis, hasty)
    await expect(pool.run(jobOf('a'))).rejects.toMatchObject({
      code: 'QUEUE_IDLE',
      details: { found: 'none, with 1 job left', hint: expect.stringContaining('assay worker') },
    })
    await expect(pool.run(jobOf('b'))).rejects.toMatchObject({ code: 'QUEUE_IDLE' })
    await pool.stop()
    expect(await redis.keys()).toEqual([])
  })

  test('behavior: a run that stood still while it waited for workers goes on to wait', async () => {
    const redis = await startRedis()
    const due = new Set<() => void>()
    const { pool } = await openRun(redis, (delayMs, callback) => {
      const cancel = real(delayMs, callback)
      const fire = () => {
        cancel()
        due.delete(fire)
        callback()
      }
      due.add(fire)
      return () => {
        due.delete(fire)
        cancel()
      }
    })
    const result = pool.run(jobOf('a'))
    await expect.poll(() => redis.keys()).toContain('assay:run-1:wait')
    // With the first beat it sees that nobody works at it; what is to come after that comes at once.
    for (let round = 0; round < 2; round += 1) {
      for (const fire of [...due]) fire()
      // It pings and beats.
      await expect.poll(() => due.size).toBeGreaterThanOrEqual(2)
    }
    const worker = await work(redis, async (job) => passed(job))
    expect((await result)?.record.verdict).toBe('passed')
    await pool.stop()
    await worker.end()
  })

  test('behavior: a job finds its file where the worker has it, and its thread has a number in the run', async () => {
    const redis = await startRedis()
    const { pool, started } = await openRun(redis)
    const paths: string[] = []
    const worker = await work(redis, async (job) => {
      paths.push(job.path)
      return passed(job)
    })
    const results = await Promise.all(['a', 'b', 'c'].map((id) => pool.run(jobOf(id))))
    expect(results.map((result) => result?.record)).toEqual(
      ['a', 'b', 'c'].map((id) => ({ id, verdict: 'passed', timings: { worker: 0 } })),
    )
    expect(paths).toEqual(['/there/a', '/there/b', '/there/c'])
    expect(started).toEqual([0, 0, 0])
    await pool.stop()
    await worker.end()
    expect(await redis.keys()).toEqual([])
  })

  test('error: what a worker reports of a job that it began ends the run', async () => {
    const redis = await startRedis()
    const { pool } = await openRun(redis)
    const worker = await work(redis, () => Promise.reject(new Error('stands still')))
    await expect(pool.run(jobOf('a'))).rejects.toEqual(
      new HarnessError('JOB_STALLED', 'Error: stands still', { hint: 'none' }),
    )
    await pool.stop()
    await worker.end()
  })

  test('behavior: of runs with the same job each hears of its own', async () => {
    const redis = await startRedis()
    const runs = await Promise.all(['run-1', 'run-2', 'run-3'].map((run) => openRun(redis, real, run)))
    const [first, second, third] = runs as [Run, Run, Run]
    const ends: ((result: JobResult) => void)[] = []
    const fails: ((cause: Error) => void)[] = []
    const worker = await work(redis, () => {
      const { promise, resolve, reject } = Promise.withResolvers<JobResult>()
      ends.push(resolve)
      fails.push(reject)
      return promise
    })
    const busy = first.pool.run(jobOf('a'))
    await expect.poll(() => first.started).toEqual([0])
    const failing = second.pool.run(jobOf('b')).catch((cause: unknown) => cause)
    await expect.poll(() => worker.asked).toEqual(['a', 'b'])
    const waiting = third.pool.run(jobOf('b'))
    await expect.poll(() => worker.asked).toEqual(['a', 'b', 'b'])
    ends[0]?.(passed(jobOf('a')))
    await expect.poll(() => second.started).toEqual([0])
    expect(third.started).toEqual([])
    fails[1]?.(new Error('stands still'))
    expect(await failing).toMatchObject({ code: 'JOB_STALLED' })
    await expect.poll(() => third.started).toEqual([0])
    ends[2]?.(passed(jobOf('b')))
    expect([await busy, await waiting].map((result) => result?.record.id)).toEqual(['a', 'b'])
    await Promise.all(runs.map(({ pool }) => pool.stop()))
    await worker.end()
    expect(await redis.keys()).toEqual([])
  })

  test.for([
    ['code', { codeHash: 'other' }, 'expected: code c0de', 'found:    code other'],
    ['world', { worldHash: 'b' }, `expected: world ${'a'.repeat(40)}`, 'found:    world b'],
    ['anvil', { anvilVersion: 'anvil 1.8.0' }, 'anvil anvil 1.7.1', 'anvil anvil 1.8.0'],
    ['chain', { replayOptions: ' --rpc-url "$RPC_URL"' }, 'chain none', 'chain --rpc-url'],
    ['cassette', { cassetteHash: 'ca55' }, 'expected: cassette none', 'found:    cassette ca55'],
    ['file', { files: {} }, 'scenarios/property/a.property.ts f11e', 'scenarios/property/a.property.ts none'],
  ] as const)('behavior: a worker with another %s refuses the run, and both say so', async ([
    ,
    other,
    needs,
    has,
  ]) => {
    const redis = await startRedis()
    const { pool, said, abort } = await openRun(redis)
    const worker = await work(redis, async (job) => passed(job), { ...TERMS, ...other })
    const result = pool.run(jobOf('a'))
    await expect.poll(() => said.join('\n')).toContain('worker w refuses this run')
    for (const lines of [said, worker.said]) {
      expect(lines.join('\n')).toContain('WORKER_UNLIKE')
      expect(lines.join('\n')).toContain(needs)
      expect(lines.join('\n')).toContain(has)
    }
    abort()
    expect(await result).toBeUndefined()
    await pool.stop()
    await worker.end()
  })

  test('behavior: a run of another version of Assay is refused, and others go on', async () => {
    const redis = await startRedis()
    const link = await openRedis(parseQueueUrl(redis.url), real)
    const { files: _, ...terms } = TERMS
    await announce(link.client, 'run-of-another', terms as RunTerms)
    await announce(link.client, 'run-of-a-later', { ...TERMS, chains: [] } as RunTerms)
    const { pool } = await openRun(redis)
    const worker = await work(redis, async (job) => passed(job))
    const refused = () => worker.said.filter((line) => line.includes('WORKER_UNLIKE'))
    await expect.poll(refused).toHaveLength(2)
    expect((await pool.run(jobOf('a')))?.record.verdict).toBe('passed')
    await pool.stop()
    await worker.end()
    for (const run of ['run-of-another', 'run-of-a-later']) await withdraw(link.client, run)
    link.close()
    expect(await redis.keys()).toEqual([])
  })

  test('behavior: what a run leaves whose owner is gone is removed by a worker', async () => {
    const redis = await startRedis()
    // Its owner says once that it is there.
    const { pool } = await openRun(redis, () => () => undefined)
    const result = pool.run(jobOf('a'))
    await expect.poll(() => redis.keys()).toContain('assay:run-1:wait')
    await redis.remove('assay:lease:run-1')
    const worker = await work(redis, async (job) => passed(job))
    await expect.poll(() => redis.keys()).toEqual([])
    expect(worker.said).toEqual([])
    await worker.end()
    pool.drop()
    expect(await result).toBeUndefined()
    await pool.stop()
  })

  test('behavior: a worker that is ended while it removes such a run leaves nothing of it', async () => {
    const redis = await startRedis()
    const looks: (() => void)[] = []
    const worker = await work(
      redis,
      async (job) => passed(job),
      TERMS,
      (delayMs, callback) => {
        if (delayMs !== 1_000) return real(delayMs, callback)
        looks.push(callback)
        return () => undefined
      },
    )
    await expect.poll(() => looks).toHaveLength(1)
    await redis.announce('run-left')
    looks[0]?.()
    await worker.end()
    expect(await redis.keys()).toEqual([])
    expect(looks).toHaveLength(1)
  })

  test('behavior: jobs that workers removed while their owner stood still are added again, and count once', async () => {
    const redis = await startRedis()
    const clock = pausable()
    const { pool, started, finished } = await openRun(redis, clock.setTimer)
    const ends: (() => void)[] = []
    const worker = await work(redis, (job) => {
      const { promise, resolve } = Promise.withResolvers<JobResult>()
      ends.push(() => resolve(passed(job)))
      return promise
    })
    const results = Promise.all(['a', 'b'].map((id) => pool.run(jobOf(id))))
    await expect.poll(() => started).toEqual([0])
    clock.pause()
    await redis.remove('assay:lease:run-1')
    await expect.poll(() => redis.keys()).toEqual([])
    clock.goOn()
    await expect.poll(() => worker.asked).toEqual(['a', 'a'])
    // What came of the first counts no more; the thread takes the second after it.
    for (const count of [1, 2, 3]) {
      await expect.poll(() => ends).toHaveLength(count)
      ends.at(-1)?.()
    }
    expect((await results).map((result) => result?.record)).toEqual(
      ['a', 'b'].map((id) => ({ id, verdict: 'passed', timings: { worker: 0 } })),
    )
    expect([worker.asked, started, finished]).toEqual([
      ['a', 'a', 'b'],
      [0, 0, 0],
      ['a', 'b'],
    ])
    await pool.stop()
    await worker.end()
    expect(await redis.keys()).toEqual([])
  })

  test('behavior: no worker removes the jobs of an owner that is back', async () => {
    const redis = await startRedis()
    const { pool } = await openRun(redis)
    const result = pool.run(jobOf('a'))
    await expect.poll(() => redis.keys()).toContain('assay:run-1:wait')
    const link = await openRedis(parseQueueUrl(redis.url), real)
    expect(await withdrawUnowned(link.client, 'run-1')).toBe(false)
    expect(await redis.keys()).toContain('assay:lease:run-1')
    link.close()
    pool.drop()
    expect(await result).toBeUndefined()
    await pool.stop()
  })

  test('error: QUEUE_IDLE when a job that was begun is with no worker any more', async () => {
    const redis = await startRedis()
    let isHasty = false
    const { pool, started } = await openRun(redis, (delayMs, callback) =>
      isHasty ? hasty(delayMs, callback) : real(delayMs, callback),
    )
    const worker = await work(redis, () => new Promise(() => undefined))
    let outcome = 'goes on'
    const running = pool.run(jobOf('a')).catch(({ code }: HarnessError) => {
      outcome = code
    })
    await expect.poll(() => started).toEqual([0])
    isHasty = true
    await redis.remove('assay:run-1:active')
    await expect.poll(() => outcome).toBe('QUEUE_IDLE')
    await running
    await pool.stop()
    worker.abandon()
  })
})
