import type { ChildProcess } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { RUNS_DIR } from '../../harness/cli/paths.ts'
import { readRecord } from '../../harness/record/read-record.ts'
import { type CommandOutcome, pressKey, runCommand } from '../e2e/command.ts'
import { runHere } from '../e2e/run-here.ts'
import { hasRedis, PASSWORD, REDIS_HINT, startRedis, type TestServer } from './redis.ts'

const AREA = 'scenarios/scripted/permit-ttl'
const PATHS = [AREA, 'scenarios/property/adversarial/max-loss.property.ts']

const folderOf = ({ stderr }: CommandOutcome): string => {
  const [, name] = /report: .*?reports\/runs\/([^/]+)\//.exec(stderr) ?? []
  if (name === undefined) throw new Error(`no report in:\n${stderr}`)
  return join(RUNS_DIR, name)
}
const recordOf = (outcome: CommandOutcome) => readRecord(join(folderOf(outcome), 'run.json'))

describe.skipIf(!hasRedis)(`runs over a queue${hasRedis ? '' : `: ${REDIS_HINT}`}`, () => {
  test('behavior: three workers, one killed midway, come to the record of a local run', async () => {
    const redis = await startRedis()
    const { promise: ready, resolve: begin } = Promise.withResolvers<void>()
    const waiting = new Set<ChildProcess>()
    let killed: ChildProcess | undefined
    const working = [0, 1, 2].map(() =>
      runCommand(['worker', '--queue', redis.url, '--workers', '1'], {
        during(child, stderr) {
          if (stderr.includes('waiting for runs') && waiting.add(child).size === 3) begin()
          // The first that has finished a job holds its next one.
          if (killed || !stderr.includes('passed')) return
          killed = child
          child.kill('SIGKILL')
        },
      }),
    )
    await ready
    const spread = await runCommand(['run', ...PATHS, '--queue', redis.url])
    expect(spread.code, spread.stderr).toBe(0)
    expect(spread.stderr).toContain('a worker was lost with')
    await expectEmpty(redis)
    const local = await runCommand(['run', ...PATHS])
    const [one, other] = [recordOf(spread), recordOf(local)]
    expect(one.digest).toBe(other.digest)
    expect(one.scenarios.map(({ replay }) => replay)).toEqual(other.scenarios.map(({ replay }) => replay))
    expect(new Set(one.scenarios.map(({ timings }) => timings.worker)).size).toBeGreaterThan(1)
    // A server that goes ends those that wait at it.
    redis.kill('SIGTERM')
    const ended = await Promise.all(working)
    expect(ended.map(({ signal }) => signal).filter((signal) => signal !== null)).toEqual(['SIGKILL'])
    const others = ended.filter(({ signal }) => signal === null)
    expect(others.map(({ code }) => code)).toEqual([2, 2])
    for (const { stderr } of others) expect(stderr).toContain('error QUEUE_LOST: the queue was lost')
    for (const { stdout, stderr } of [spread, ...ended]) expectNoSecret(stdout + stderr)
    for (const file of globSync('**/*', { cwd: folderOf(spread) }))
      expectNoSecret(readFileSync(join(folderOf(spread), file), 'utf8'))
  })

  test('behavior: Ctrl-C ends a run, removes its jobs and says so; its worker waits for the next', async () => {
    const redis = await startRedis()
    let isPressed = false
    let isTold = false
    const worker = runCommand(['worker', '--queue', redis.url, '--workers', '1'], {
      during(child, stderr) {
        // It works at the second run.
        if (isTold || stderr.split('working at run').length < 3) return
        isTold = true
        pressKey(child)
      },
    })
    const cut = await runCommand(['run', 'scenarios/scripted/halt', '--queue', redis.url], {
      during(child, stderr) {
        if (isPressed || !stderr.includes('passed')) return
        isPressed = true
        pressKey(child)
      },
    })
    expect(cut.code, cut.stderr).toBe(130)
    expect(recordOf(cut).incomplete).toMatchObject({ cause: 'interrupted' })
    await expectEmpty(redis)
    let running: ChildProcess | undefined
    const next = runCommand(['run', AREA, '--queue', redis.url], {
      during(child) {
        running = child
      },
    })
    expect((await worker).code).toBe(0)
    // Nobody else would finish it.
    if (running) pressKey(running)
    expect((await next).code).toBe(130)
    await expectEmpty(redis)
  })

  test.for([
    ['SIGKILL', 'is gone'],
    ['SIGSTOP', 'answers no more'],
  ] as const)('error: QUEUE_LOST when the server %s (%s) in the middle of a run', async ([signal]) => {
    const redis = await startRedis()
    let isStruck = false
    const worker = runCommand(['worker', '--queue', redis.url, '--workers', '1'])
    const run = await runCommand(['run', 'scenarios/scripted/halt', '--queue', redis.url], {
      during(_, stderr) {
        if (isStruck || !stderr.includes('passed')) return
        isStruck = true
        redis.kill(signal)
      },
    })
    expect(run.code).toBe(2)
    expect(run.stderr).toContain('error QUEUE_LOST: ')
    expect(recordOf(run).incomplete).toMatchObject({ cause: 'broken', code: 'QUEUE_LOST' })
    const { code, stderr } = await worker
    expect([code, stderr]).toEqual([2, expect.stringContaining('error QUEUE_LOST: the queue was lost')])
  })

  test('error: QUEUE_UNREACHABLE says what the server said, without credentials', async () => {
    const redis = await startRedis()
    const wrong = redis.url.replace('canary', 'kanarie')
    for (const [url, found] of [
      [wrong, 'WRONGPASS'],
      [`redis://127.0.0.1:${redis.port}`, 'NOAUTH'],
      ['redis://:canary@127.0.0.1:1', 'ECONNREFUSED 127.0.0.1:1'],
    ] as const) {
      for (const words of [['worker'], ['run', AREA]]) {
        const { code, stderr } = await runHere([...words, '--queue', url])
        expect([code, stderr]).toEqual([2, expect.stringContaining('QUEUE_UNREACHABLE')])
        expect(stderr).toContain(found)
        expect(stderr).not.toMatch(/canary|kanarie/)
      }
    }
  })
})

test('behavior: a run on this machine loads no queue', async () => {
  const hook = `data:text/javascript,${encodeURIComponent(`import { registerHooks } from 'node:module'
    registerHooks({ resolve(specifier, context, next) {
      const found = next(specifier, context)
      if (/node_modules.(bullmq|ioredis)/.test(found.url)) process.stderr.write('loads ' + specifier + String.fromCharCode(10))
      return found
    } })`)}`
  const first = `${AREA}/zero-ttl.yaml`
  const watched = (words: readonly string[]) => runCommand(words, { nodeOptions: ['--import', hook] })
  const local = await watched(['run', first])
  expect(local.code, local.stderr).toBe(0)
  expect(local.stderr).not.toContain('loads ')
  // The hook sees them where they are loaded.
  expect((await watched(['run', first, '--queue', 'redis://127.0.0.1:1'])).stderr).toContain('loads ioredis')
})

/** What workers write of a run that is over goes when they see that it is. */
async function expectEmpty(redis: TestServer): Promise<void> {
  await expect.poll(redis.keys).toEqual([])
}

function expectNoSecret(text: string): void {
  for (const form of [PASSWORD, encodeURIComponent(PASSWORD), 'canary'])
    expect(text.includes(form)).toBe(false)
}
