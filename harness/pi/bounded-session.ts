import type { AssistantMessage, ImageContent, Message, TextContent } from '@earendil-works/pi-ai'
import type { BardoHost, PiCallReport } from '../../tools/agent/extensions/bardo-host.ts'
import { describeCause } from '../../tools/core/describe-cause.ts'
import type { Json } from '../../tools/core/json.ts'
import { toPlainData } from '../../tools/core/schema.ts'
import { openPiSession, type PiSession, type SessionModel } from '../../tools/runtime/open-pi-session.ts'

/** What a session may take at most. */
export interface SessionBounds {
  /** Answers of the model. */
  readonly maxTurns: number
  /** Tokens that the provider counts, of all requests together. */
  readonly maxTokens: number
  /** What they cost by the price list of the provider. */
  readonly maxCostUsd: number
  /** Real time. */
  readonly maxMs: number
}

/**
 * How a session ended: the model was done, the stack ended it (after a halt, or when the budget of the tick was used up),
 * a bound was met, a person interrupted it, the model's provider failed, or nothing came to an end after it was given up.
 */
export type SessionEnd =
  | 'finished'
  | 'stopped'
  | 'turns'
  | 'tokens'
  | 'cost'
  | 'time'
  | 'interrupted'
  | 'model-error'
  | 'hung'

/** What the provider counted. */
export interface SessionUsage {
  readonly turns: number
  readonly tokens: number
  readonly costUsd: number
}

/** What a session came to. */
export interface SessionRun {
  readonly end: SessionEnd
  /** What the provider said where it failed. */
  readonly message?: string
  /** System prompt, prompt, answers and results, in their order. */
  readonly transcript: readonly Json[]
  readonly calls: readonly PiCallReport[]
  readonly usage: SessionUsage
}

/** What a session is run with. */
export interface SessionPorts {
  readonly bounds: SessionBounds
  /** Aborted: the session is given up. */
  readonly signal: AbortSignal
  /** Real time: a provider is no part of what is simulated. */
  readonly setTimer: (delayMs: number, callback: () => void) => () => void
  /** Told of every call. */
  readonly onCall?: (report: PiCallReport) => void
}

/** How long a session that was given up is waited for. */
const GRACE_MS = 15_000

/** Let a model work on a prompt until it is done or a bound is met; it always ends. */
export async function runBoundedSession(
  host: BardoHost,
  model: SessionModel,
  prompt: string,
  ports: SessionPorts,
): Promise<SessionRun> {
  const calls: PiCallReport[] = []
  const onCall = (report: PiCallReport) => {
    calls.push(report)
    ports.onCall?.(report)
  }
  let isStopped = false
  const onStop = () => {
    isStopped = true
  }
  const session = await openPiSession({ ...host, onCall, onStop }, model)
  const watch = watchSession(session, ports)
  const ended = session.prompt(prompt).catch((cause: unknown) => watch.fail(describeCause(cause)))
  await Promise.race([ended, watch.overdue])
  const run = { ...watch.conclude(isStopped), calls }
  if (run.end !== 'hung') await session.close()
  return run
}

interface SessionWatch {
  /** Resolves when a session that was given up did not end in time. */
  readonly overdue: Promise<void>
  fail(message: string): void
  /** @param isStopped - whether the stack ended the turn: what was to come then fails, however the provider says it */
  conclude(isStopped: boolean): Omit<SessionRun, 'calls'>
}

/** Follow a session, and give it up when a bound is met. */
function watchSession(session: PiSession, { bounds, signal, setTimer }: SessionPorts): SessionWatch {
  const transcript: Json[] = []
  const overdue = Promise.withResolvers<void>()
  let usage: SessionUsage = { turns: 0, tokens: 0, costUsd: 0 }
  let end: SessionEnd | undefined
  let message: string | undefined
  let isGivenUp = false
  let cancelGrace = () => {}
  const giveUp = (cause: SessionEnd) => {
    if (end !== undefined) return
    end = cause
    isGivenUp = true
    session.abort()
    cancelGrace = setTimer(GRACE_MS, () => {
      end = 'hung'
      overdue.resolve()
    })
  }
  const count = (answer: AssistantMessage) => {
    const { totalTokens: tokens, cost } = answer.usage
    const isCounted = [tokens, cost.total].every((taken) => Number.isFinite(taken) && taken >= 0)
    usage = {
      turns: usage.turns + 1,
      tokens: usage.tokens + (isCounted ? tokens : 0),
      costUsd: usage.costUsd + (isCounted ? cost.total : 0),
    }
    if (answer.stopReason === 'error') {
      end ??= 'model-error'
      message ??= answer.errorMessage ?? 'the provider failed'
    } else if (!isCounted) {
      // No bound would ever be met.
      message ??= `expected numbers of what an answer took, found ${tokens} tokens for ${cost.total} USD`
      giveUp('model-error')
    }
  }
  const unsubscribe = session.subscribe((event) => {
    if (event.type === 'message_end') {
      const said = event.message as Message
      // An answer that was cut off is none.
      if (isGivenUp && said.role === 'assistant' && said.stopReason !== 'toolUse') return
      const entry = toEntry(said)
      if (entry !== undefined) transcript.push(entry)
      if (said.role === 'assistant') count(said)
    }
    if (event.type !== 'turn_end' || (event.message as Message).role !== 'assistant') return
    // An answer without calls is the last one anyway.
    if ((event.message as AssistantMessage).stopReason !== 'toolUse') return
    if (usage.turns >= bounds.maxTurns) giveUp('turns')
    else if (usage.tokens >= bounds.maxTokens) giveUp('tokens')
    else if (usage.costUsd >= bounds.maxCostUsd) giveUp('cost')
  })
  const cancelTime = setTimer(bounds.maxMs, () => giveUp('time'))
  const interrupt = () => giveUp('interrupted')
  signal.addEventListener('abort', interrupt, { once: true })
  if (signal.aborted) interrupt()
  return {
    overdue: overdue.promise,
    fail(found) {
      end ??= 'model-error'
      message ??= found
    },
    conclude(isStopped) {
      unsubscribe()
      cancelTime()
      cancelGrace()
      signal.removeEventListener('abort', interrupt)
      const system = { role: 'system', text: session.systemPrompt }
      if (isStopped && end === 'model-error') {
        // The answer that failed is none.
        const said = { ...usage, turns: usage.turns - 1 }
        return { end: 'stopped', transcript: [system, ...transcript.slice(0, -1)], usage: said }
      }
      return {
        end: end ?? 'finished',
        ...(end === 'model-error' && message !== undefined ? { message } : {}),
        transcript: [system, ...transcript],
        usage,
      }
    },
  }
}

/** What a message says, without what differs between two faithful runs. */
function toEntry(message: Message): Json | undefined {
  switch (message.role) {
    case 'user':
      return { role: 'user', text: textOf(message.content) }
    case 'assistant': {
      const { content, stopReason, errorMessage } = message
      return {
        role: 'assistant',
        content: content.map((block): Json => {
          if (block.type === 'text') return { type: 'text', text: block.text }
          if (block.type === 'thinking') return { type: 'thinking', text: block.thinking }
          return { type: 'call', id: block.id, tool: block.name, args: readArgs(block.arguments) }
        }),
        stopReason,
        ...(errorMessage === undefined ? {} : { error: errorMessage }),
      }
    }
    case 'toolResult': {
      const { toolCallId, toolName, isError, content } = message
      return { role: 'result', id: toolCallId, tool: toolName, isError, text: textOf(content) }
    }
    default:
      return undefined
  }
}

/** What a model sends may be deeper than anything can be written down; the stack refuses it by the same bounds. */
function readArgs(args: unknown): Json {
  try {
    return toPlainData(args) as Json
  } catch (cause) {
    return describeCause(cause)
  }
}

const textOf = (content: string | readonly (TextContent | ImageContent)[]): string =>
  typeof content === 'string'
    ? content
    : content.map((block) => (block.type === 'text' ? block.text : `[${block.mimeType}]`)).join('\n')
