import type { Clock } from '../core/clock.ts'
import { createMutex } from '../core/mutex.ts'
import { within } from '../core/within.ts'
import { gatewayError } from './errors.ts'

/** A message of the RPC of an agent; https://pi.dev documents them, `type` says which one it is. */
export interface AgentMessage {
  readonly type: string
  readonly [member: string]: unknown
}

/** A running agent process, by the port that starts it. */
export interface AgentProcess {
  readonly pid: number
  send(message: AgentMessage): void
  /** Every message that it writes, until it has ended. */
  listen(listener: (message: AgentMessage) => void): () => void
  /** Fulfilled with why it has ended. */
  readonly ended: Promise<string>
  /** End it, and wait for that. */
  stop(): Promise<void>
}

/** What a prompt came to. */
export interface PromptResult {
  /** Text of the model's last answer. */
  readonly text: string
  /** The calls that it made, in the order of their ends. */
  readonly calls: readonly { readonly tool: string; readonly isError: boolean; readonly text: string }[]
}

/** Let the agent of a session work on a message until it comes to rest. */
export type PromptAgent = (session: string, message: string) => Promise<PromptResult>

type Content = readonly { readonly type?: string; readonly text?: string }[]

const textOf = (content: unknown): string =>
  Array.isArray(content) ? (content as Content).map(({ text = '' }) => text).join('') : String(content ?? '')

/**
 * Create what prompts the agents of a gateway, one prompt of a session after another.
 *
 * @throws ToolError AGENT_NOT_RUNNING, AGENT_REFUSED, AGENT_TIMED_OUT (the prompt)
 */
export function createPromptAgent(deps: {
  readonly agents: ReadonlyMap<string, AgentProcess>
  readonly clock: Pick<Clock, 'setTimer'>
  readonly promptMs: number
}): PromptAgent {
  const { agents, clock, promptMs } = deps
  const mutexes = new Map<string, ReturnType<typeof createMutex>>()
  /** Agents that were told to stop, until they have: they take no prompt before. */
  const stopping = new Map<string, Promise<void>>()
  let prompts = 0
  return (session, message) => {
    const agent = agents.get(session)
    if (agent === undefined) {
      throw gatewayError('AGENT_NOT_RUNNING', { session, reason: 'the config starts none for it' })
    }
    const mutex = mutexes.get(session) ?? createMutex()
    mutexes.set(session, mutex)
    return mutex(async () => {
      await stopping.get(session)
      prompts += 1
      const { done, stop } = follow(agent, session, `prompt-${prompts}`)
      agent.send({ id: `prompt-${prompts}`, type: 'prompt', message })
      try {
        return await within(clock, promptMs, done, () => {
          stopping.set(session, stopWork(agent, clock, `abort-${prompts}`))
          return gatewayError('AGENT_TIMED_OUT', { session, expected: promptMs })
        })
      } finally {
        stop()
      }
    })
  }
}

/** How long an agent may take to stop what it is at; after that the next prompt is its own affair. */
const STOP_MS = 10_000

/** Tell an agent to stop what it is at, and wait until it has, or has ended. */
async function stopWork(agent: AgentProcess, clock: Pick<Clock, 'setTimer'>, id: string): Promise<void> {
  const { promise: stopped, resolve } = Promise.withResolvers<void>()
  const cancel = clock.setTimer(STOP_MS, resolve)
  const leave = agent.listen((message) => {
    if (message.type === 'response' && message.id === id) resolve()
  })
  agent.send({ id, type: 'abort' })
  await Promise.race([stopped, agent.ended])
  leave()
  cancel()
}

/** Gather what a prompt comes to. */
function follow(agent: AgentProcess, session: string, id: string) {
  const { promise: done, resolve, reject } = Promise.withResolvers<PromptResult>()
  const calls: { tool: string; isError: boolean; text: string }[] = []
  let text = ''
  let isAccepted = false
  const stop = agent.listen((message) => {
    if (message.type === 'response' && message.id === id) {
      isAccepted = message.success === true
      if (!isAccepted) reject(gatewayError('AGENT_REFUSED', { session, reason: String(message.error) }))
    }
    // What comes before is the end of an earlier prompt, for which nobody waits any more.
    if (!isAccepted) return
    if (message.type === 'tool_execution_end') {
      const { content } = (message.result ?? {}) as { readonly content?: unknown }
      calls.push({ tool: String(message.toolName), isError: message.isError === true, text: textOf(content) })
    }
    if (message.type === 'message_end') {
      const { role, content } = (message.message ?? {}) as {
        readonly role?: string
        readonly content?: unknown
      }
      if (role === 'assistant') text = textOf(content)
    }
    if (message.type === 'agent_settled') resolve({ text, calls })
  })
  void agent.ended.then((reason) => reject(gatewayError('AGENT_NOT_RUNNING', { session, reason })))
  return { done, stop }
}
