import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { PI, piEnvironment, type Told } from './run-gateway.ts'

type Message = { readonly type: string; readonly [member: string]: unknown }

/** Start `pi --mode rpc` as a person would, with an extension that a gateway has generated. */
export function startPiByHand(
  home: string,
  extension: string,
  environment: Readonly<Record<string, string>>,
) {
  const [program = '', ...args] = PI
  const child = spawn(program, [...args, '--extension', extension], {
    cwd: home,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...piEnvironment(home), ...environment },
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const readUntil = async (isLast: (message: Message) => boolean) => {
    for (const messages: Message[] = []; ; ) {
      const { value, done } = await lines.next()
      if (done) throw new Error('pi has ended')
      messages.push(JSON.parse(value) as Message)
      if (isLast(messages.at(-1) as Message)) return messages
    }
  }
  const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`)
  return {
    /** Give a command and wait for its response. */
    async command(command: { readonly type: string } & Record<string, unknown>) {
      send({ id: 'command', ...command })
      return (await readUntil(({ type, id }) => type === 'response' && id === 'command')).at(-1)
    },
    /** Let the model make calls; answers what it was offered and told. */
    async play(...calls: readonly (readonly [name: string, args: object])[]): Promise<Told> {
      send({ type: 'prompt', message: JSON.stringify(calls) })
      const messages = await readUntil(({ type }) => type === 'agent_settled')
      const { message } = messages.findLast(({ type }) => type === 'message_end') as {
        readonly message?: { readonly content: readonly { readonly text: string }[] }
      }
      return JSON.parse(message?.content[0]?.text ?? '') as Told
    },
    async close() {
      child.stdin.end()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
