import { once } from 'node:events'
import { readLines } from '../../tools/core/read-lines.ts'
import { recordProcess } from '../chain/process-ledger.ts'
import { keepLastWords, spawnShielded } from '../chain/spawn-shielded.ts'
import { HarnessError } from '../errors.ts'
import { PI_COMMAND, piEnvironment } from './pi-command.ts'
import type { ModelCall, Told } from './told.ts'

type Message = { readonly type: string; readonly [member: string]: unknown }

/** `pi --mode rpc` beside a gateway, as a person starts it with the extension that the gateway has generated. */
export interface PiProcess {
  /** Give a command and wait for its response. */
  command(command: { readonly type: string } & Readonly<Record<string, unknown>>): Promise<Message>
  /** Let the model make calls; answers what it was offered and told. */
  play(...calls: readonly ModelCall[]): Promise<Told>
  close(): Promise<void>
}

const MOST_MESSAGE_BYTES = 64 * 1024 * 1024

/** Start it; `environment` is what the extension takes the gateway's place and token from. */
export function startPiProcess(
  home: string,
  extension: string,
  environment: Readonly<Record<string, string>>,
): PiProcess {
  const [program = '', ...args] = PI_COMMAND
  const child = spawnShielded(program, [...args, '--extension', extension], {
    cwd: home,
    env: { ...piEnvironment(home), ...environment },
  })
  const lastWords = keepLastWords(child.stderr)
  // With all that it wrote.
  const closed = once(child, 'close')
  const forget = child.pid === undefined ? () => {} : recordProcess(home, { pid: child.pid })
  closed.then(forget, () => undefined)
  child.stdin.on('error', () => undefined)
  const lines = readLines(child.stdout, MOST_MESSAGE_BYTES)
  const readUntil = async (isLast: (message: Message) => boolean) => {
    for (const messages: Message[] = []; ; ) {
      const { value, done } = await lines.next()
      if (done) {
        await closed
        throw ended(`${child.signalCode ?? `exit code ${child.exitCode}`}: ${lastWords()}`)
      }
      messages.push(JSON.parse(value) as Message)
      if (isLast(messages.at(-1) as Message)) return messages
    }
  }
  const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`)
  return {
    async command(command) {
      send({ id: 'command', ...command })
      return (await readUntil(({ type, id }) => type === 'response' && id === 'command')).at(-1) as Message
    },
    async play(...calls) {
      send({ type: 'prompt', message: JSON.stringify(calls) })
      const messages = await readUntil(({ type }) => type === 'agent_settled')
      const { message } = messages.findLast(({ type }) => type === 'message_end') as {
        readonly message?: { readonly content: readonly { readonly text: string }[] }
      }
      return JSON.parse(message?.content[0]?.text ?? '') as Told
    },
    async close() {
      child.stdin.end()
      await closed
    },
  }
}

const ended = (found: string) =>
  new HarnessError('GATEWAY_EXITED', 'the agent beside the gateway has ended', {
    expected: 'it to answer its prompt',
    found,
    hint: 'what it wrote says why',
  })
