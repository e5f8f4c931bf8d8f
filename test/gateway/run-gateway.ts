import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'

export const TOKEN = 'an-owner-token-of-many-characters-0123456789'

const CLI = join(PROJECT_ROOT, 'node_modules/@earendil-works/pi-coding-agent/dist/cli.js')
const PROVIDER = join(PROJECT_ROOT, 'test/gateway/telling-provider.ts')

/** What starts `pi --mode rpc` with the model that tells what it sees. */
export const PI = [
  ...[process.execPath, CLI, '--mode', 'rpc', '--offline', '--no-context-files', '--no-session'],
  ...['--no-extensions', '--no-skills', '--no-prompt-templates', '--no-themes', '--no-builtin-tools'],
  ...['--provider', 'telling', '--model', 't1', '--extension', PROVIDER],
]

/** The environment in which pi leaves the home folder alone. */
export const piEnvironment = (home: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  PI_CODING_AGENT_DIR: join(home, 'agent'),
  PI_OFFLINE: '1',
  PI_TELEMETRY: '0',
})

/** What the model was offered and told. */
export interface Told {
  readonly tools: readonly {
    readonly name: string
    readonly description: string
    readonly parameters: object
  }[]
  readonly results: readonly {
    readonly toolName: string
    readonly isError: boolean
    readonly content: readonly { readonly type: string; readonly text?: string }[]
    readonly details: unknown
  }[]
}

/** A folder with a gateway's config and plugins. */
export function createGatewayFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'assay-gateway-'))
  const write = (name: string, text: string | Uint8Array) => {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return path
  }
  return {
    folder,
    write,
    listBridges: () => readdirSync(join(folder, '.gateway')).filter((name) => name.startsWith('bridge-')),
    readOutbox: (session: string) =>
      readFileSync(join(folder, 'outbox', session, 'messages.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map(
          (line) => JSON.parse(line) as { id: string; text: string; media?: { file: string; type: string } },
        ),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A gateway in a process of its own, as a person starts it. */
export interface RunningGateway {
  readonly url: string
  readonly bridged: readonly string[]
  readonly agents: ReadonlyMap<string, number>
  readonly child: ChildProcess
  /** Everything that it wrote. */
  readOutput(): string
  request(method: string, path: string, body?: unknown, token?: string): Promise<Response>
  /** Let the agent of a session make calls; answers what its model was offered and told. */
  play(session: string, ...calls: readonly (readonly [name: string, args: object])[]): Promise<Told>
  /** Ctrl-C; answers the exit code. */
  stop(): Promise<number | null>
}

/** Start `assay gateway` on a config and wait until it listens. */
export async function runGateway(
  config: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningGateway> {
  const home = dirname(config)
  const child = spawn(process.execPath, [join(PROJECT_ROOT, 'bin/assay.mjs'), 'gateway', config], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...piEnvironment(home), ASSAY_GATEWAY_TOKEN: TOKEN, ...environment },
  })
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
  // With all that it wrote.
  const exited = once(child, 'close') as Promise<[number | null]>
  void exited.then(([code]) => ready.reject(new Error(`the gateway ended (${code}): ${output}`)))
  await ready.promise
  const find = (name: string) => new RegExp(`^${name} +(.*)$`, 'm').exec(output)?.[1] ?? ''
  const url = find('gateway')
  const request = (method: string, path: string, body?: unknown, token = TOKEN) =>
    fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    ...{ url, child, request },
    bridged: find('bridged').split(', '),
    agents: new Map(
      [...output.matchAll(/^agent +(\S+) +pid (\d+)$/gm)].map(([, key = '', pid]) => [key, Number(pid)]),
    ),
    readOutput: () => output,
    async play(session, ...calls) {
      const response = await request('POST', `/api/sessions/${session}/prompt`, {
        message: JSON.stringify(calls),
      })
      const answer = (await response.json()) as { ok: boolean; result: { text: string } }
      if (!answer.ok) throw new Error(`${JSON.stringify(answer)}\n${output}`)
      return JSON.parse(answer.result.text) as Told
    },
    async stop() {
      child.kill('SIGINT')
      const [code] = await exited
      return code
    },
  }
}
