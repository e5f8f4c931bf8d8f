import {
  type AssistantMessage,
  fauxAssistantMessage,
  fauxProvider,
  fauxToolCall,
  type TranscriptContext,
} from '@earendil-works/pi-ai'
import type { ExtensionAPI } from '@earendil-works/pi-coding-agent'

/** A call of the script; `$permit` stands for the permit that the call before it was given. */
type Call = readonly [name: string, args: object]

const textOf = ({ content }: { readonly content?: unknown }): string =>
  typeof content === 'string'
    ? content
    : ((content ?? []) as readonly { readonly text?: string }[]).map(({ text = '' }) => text).join('')

/** Register a model that makes the calls of its prompt, one an answer; what it says next rests on its session alone. */
export default function scriptedProvider(pi: ExtensionAPI): void {
  const faux = fauxProvider({ provider: 'scripted', models: [{ id: 's1' }] })
  const respond = ({ messages }: TranscriptContext): AssistantMessage => {
    faux.appendResponses([respond])
    const prompted = messages.findLastIndex(({ role }) => role === 'user')
    const calls = JSON.parse(textOf((messages[prompted] ?? {}) as object)) as readonly Call[]
    const results = messages.slice(prompted + 1).filter(({ role }) => role === 'toolResult')
    const next = calls[results.length]
    if (next === undefined) return fauxAssistantMessage(`made ${results.length} calls`)
    const told = textOf((results.at(-1) ?? {}) as object)
    const permit = /"permitId":"(0x[0-9a-f]{64})"/.exec(told)?.[1] ?? '$permit'
    // What is meant for a session below is left to it.
    const args =
      next[0] === 'delegate_task' ? next[1] : JSON.parse(JSON.stringify(next[1]).replace('$permit', permit))
    return fauxAssistantMessage([fauxToolCall(next[0], args as Record<string, never>)], {
      stopReason: 'toolUse',
    })
  }
  // A session below asks while the one above still waits.
  faux.setResponses([respond, respond, respond, respond])
  pi.registerProvider(faux.provider)
}
