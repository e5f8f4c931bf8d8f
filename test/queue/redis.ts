import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Redis } from 'ioredis'
import { onTestFinished } from 'vitest'
import { holdPort } from '../../harness/hold-port.ts'

/** Debian's Redis server. */
const SERVER = '/usr/bin/redis-server'

/** Whether it is installed. */
export const hasRedis = existsSync(SERVER)

/** How to get it, for the names of tests that are skipped. */
export const REDIS_HINT = 'redis-server is not installed: apt-get install redis-server'

/** The server's password, which nothing may show. */
export const PASSWORD = 'canary/7f3a:öß%'

/** A server of one test. */
export interface TestServer {
  readonly port: number
  readonly url: string
  /** Keys that it holds. */
  keys(): Promise<string[]>
  remove(key: string): Promise<void>
  /** Make a run known that has no owner. */
  announce(run: string): Promise<void>
  kill(signal: NodeJS.Signals): void
}

/** Start a server on a free port of this machine that keeps nothing and ends with the test. */
export async function startRedis(): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-redis-'))
  const { port, release } = await holdPort()
  const options = {
    port,
    bind: '127.0.0.1',
    dir: folder,
    save: '',
    appendonly: 'no',
    'maxmemory-policy': 'noeviction',
    requirepass: PASSWORD,
  }
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
  const child = spawn(SERVER, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    // One that stands still hears nothing else.
    child.kill('SIGKILL')
    await ended
    release()
    rmSync(folder, { recursive: true, force: true })
  })
  const said: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line)
    if (line.includes('Ready to accept connections')) break
  }
  child.stdout.resume()
  if (!said.at(-1)?.includes('Ready')) throw new Error(`redis-server did not start:\n${said.join('\n')}`)
  const ask = async <T>(question: (client: Redis) => Promise<T>): Promise<T> => {
    const client = new Redis({ host: '127.0.0.1', port, password: PASSWORD })
    return question(client).finally(() => client.disconnect())
  }
  return {
    port,
    url: `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    keys: () => ask((client) => client.keys('*')),
    remove: (key) => ask(async (client) => void (await client.del(key))),
    announce: (run) => ask(async (client) => void (await client.hset('assay:runs', run, '{}'))),
    kill: (signal) => void child.kill(signal),
  }
}
