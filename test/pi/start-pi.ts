import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PROJECT_ROOT, STATE_DIR } from '../../harness/cli/paths.ts'

const CLI = join(PROJECT_ROOT, 'node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js')
const OFFLINE = ['--no-session', '--no-extensions', '--no-skills', '--no-prompt-templates', '--no-themes']

/** A message of `pi --mode rpc`. */
export interface RpcMessage {
  readonly type: string
  readonly id?: string
  readonly toolName?: string
  readonly isError?: boolean
  readonly success?: boolean
  readonly error?: string
  readonly result?: { readonly content: readonly { readonly text: string }[]; readonly details: unknown }
}

/** Start `pi --mode rpc` with two extensions, the scripted model's and the agent's, and those of others by their paths. */
export function startPi(
  home: string,
  environment: Readonly<Record<string, string>>,
  others: readonly string[] = [],
) {
  mkdirSync(join(home, 'agent'), { recursive: true })
  const own = ['test/pi/scripted-provider.ts', 'bin/pi/extension.ts']
  const extensions = [...own.map((path) => join(PROJECT_ROOT, path)), ...others]
  const child = spawn(
    process.execPath,
    [
      CLI,
      ...['--mode', 'rpc', '--offline', '--no-context-files', ...OFFLINE],
      ...['--provider', 'scripted', '--model', 's1'],
      ...extensions.flatMap((path) => ['--extension', path]),
    ],
    {
      cwd: home,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: home,
        PI_CODING_AGENT_DIR: join(home, 'agent'),
        PI_OFFLINE: '1',
        PI_TELEMETRY: '0',
        NODE_COMPILE_CACHE: join(STATE_DIR, 'compile-cache'),
        NODE_COMPILE_CACHE_PORTABLE: '1',
        ...environment,
      },
    },
  )
  let stderr = ''
  child.stderr.on('data', (data) => {
    stderr += data
  })
  // With all that it wrote.
  const closed = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const readUntil = async (isLast: (message: RpcMessage) => boolean): Promise<readonly RpcMessage[]> => {
    const messages: RpcMessage[] = []
    for (;;) {
      const { value, done } = await lines.next()
      if (done) {
        await closed
        throw new Error(`pi has ended: ${stderr}`)
      }
      messages.push(JSON.parse(value) as RpcMessage)
      if (isLast(messages.at(-1) as RpcMessage)) return messages
    }
  }
  const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`)
  return {
    readStderr: () => stderr,
    exited: closed.then(([code]) => code as number | null),
    /** Give a command and wait for its response. */
    async command(command: { readonly type: string } & Record<string, unknown>) {
      send({ id: 'command', ...command })
      const messages = await readUntil(({ type, id }) => type === 'response' && id === 'command')
      return messages.at(-1) as RpcMessage
    },
    /** Let the model make calls; tells how they ended. */
    async play(...calls: readonly (readonly [name: string, args: object])[]) {
      send({ id: 'prompt', type: 'prompt', message: JSON.stringify(calls) })
      const messages = await readUntil(({ type }) => type === 'agent_end')
      return messages
        .filter(({ type }) => type === 'tool_execution_end')
        .map(({ toolName, isError, result }) => ({
          tool: toolName,
          isError,
          text: result?.content.map(({ text }) => text).join('') ?? '',
        }))
    },
    async close() {
      child.stdin.end()
      await closed
    },
  }
}
