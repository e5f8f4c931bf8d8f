import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recordProcess } from '../chain/process-ledger.ts'
import { describeInterruptedStart, spawnShielded } from '../chain/spawn-shielded.ts'
import { HarnessError } from '../errors.ts'
import { piEnvironment } from './pi-command.ts'
import type { ModelCall, Told } from './told.ts'

/** The token of gateways that the harness starts; what they guard is no secret. */
export const GATEWAY_TOKEN = 'an-owner-token-of-many-characters-0123456789'

/** A gateway in a process of its own, as a person starts it. */
export interface GatewayProcess {
  readonly url: string
  readonly bridged: readonly string[]
  /** Pids of the agents that it has started, by session. */
  readonly agents: ReadonlyMap<string, number>
  readonly pid: number
  readonly exitCode: number | null
  /** Everything that it wrote. */
  readOutput(): string
  request(method: string, path: string, body?: unknown, token?: string): Promise<Response>
  /** Let the agent of a session make calls; answers what its model was offered and told. */
  play(session: string, ...calls: readonly ModelCall[]): Promise<Told>
  /** Stop all of it where it is, as a machine that hangs would, or let it go on. */
  setPaused(isPaused: boolean): void
  kill(): void
  /** Ctrl-C; answers the exit code. */
  stop(): Promise<number | null>
}

const ENTRY = fileURLToPath(new URL('../../bin/assay.mjs', import.meta.url))

/**
 * Start `assay gateway` on a config and wait until it listens.
 *
 * @param environment - besides what an agent of the harness needs
 * @throws HarnessError GATEWAY_EXITED with what it wrote, INTERRUPTED
 */
export async function startGatewayProcess(
  config: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<GatewayProcess> {
  const home = dirname(config)
  const child = spawnShielded(process.execPath, [ENTRY, 'gateway', config], {
    env: { ...piEnvironment(home), ASSAY_GATEWAY_TOKEN: GATEWAY_TOKEN, ...environment },
  })
  // With all that it wrote.
  const closed = once(child, 'close') as Promise<[number | null]>
  await once(child, 'spawn')
  const pid = child.pid as number
  const forget = recordProcess(home, { pid, ipcPath: join(home, '.gateway', 'gateway.pid') })
  // stdout and stderr come by two ways: whole is what has all that the config asks for.
  const agentCount = [...readFileSync(config, 'utf8').matchAll(/^command = /gm)].length
  const isWhole = () =>
    /^bridged /m.test(output) && [...output.matchAll(/^agent +\S+ +pid \d+$/gm)].length >= agentCount
  let output = ''
  const ready = Promise.withResolvers<void>()
  const take = (data: Buffer) => {
    output += data.toString()
    if (isWhole()) ready.resolve()
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  void closed.then(([code]) => {
    forget()
    ready.reject(describeInterruptedStart('the gateway', child) ?? ended(code, output))
  })
  await ready.promise
  const find = (name: string) => new RegExp(`^${name} +(.*)$`, 'm').exec(output)?.[1] ?? ''
  const url = find('gateway')
  const request: GatewayProcess['request'] = (method, path, body, token = GATEWAY_TOKEN) =>
    fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    ...{ url, pid, request },
    bridged: find('bridged').split(', '),
    agents: new Map(
      [...output.matchAll(/^agent +(\S+) +pid (\d+)$/gm)].map(([, key = '', agent]) => [key, Number(agent)]),
    ),
    get exitCode() {
      return child.exitCode
    },
    readOutput: () => output,
    async play(session, ...calls) {
      const message = JSON.stringify(calls)
      const response = await request('POST', `/api/sessions/${session}/prompt`, { message })
      const answer = (await response.json()) as { ok: boolean; result: { text: string } }
      if (!answer.ok) throw ended(child.exitCode, `${JSON.stringify(answer)}\n${output}`)
      return JSON.parse(answer.result.text) as Told
    },
    setPaused: (isPaused) => void child.kill(isPaused ? 'SIGSTOP' : 'SIGCONT'),
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      child.kill('SIGCONT')
      child.kill('SIGINT')
      const [code] = await closed
      return code
    },
  }
}

const ended = (code: number | null, output: string) =>
  new HarnessError('GATEWAY_EXITED', 'the gateway did not do what it was started for', {
    where: ENTRY,
    expected: 'a gateway that listens, with its agents',
    found: `exit code ${code}: ${output}`,
    hint: 'what it wrote says why',
  })
