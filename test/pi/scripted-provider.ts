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

/** Register a model that makes the calls of its prompt, one an answer. */
export default function scriptedProvider(pi: ExtensionAPI): void {
  const faux = fauxProvider({ provider: 'scripted', models: [{ id: 's1' }] })
  let calls: Call[] = []
  const respond = ({ messages }: TranscriptContext): AssistantMessage => {
    faux.appendResponses([respond])
    const last = messages.findLast(({ role }) => role === 'user' || role === 'toolResult')
    const text = textOf((last ?? {}) as object)
    if (last?.role === 'user') calls = JSON.parse(text) as Call[]
    const [next] = calls.splice(0, 1)
    if (next === undefined) return fauxAssistantMessage('done')
    const permit = /"permitId":"(0x[0-9a-f]{64})"/.exec(text)?.[1] ?? '$permit'
    const args = JSON.parse(JSON.stringify(next[1]).replace('$permit', permit)) as Record<string, never>
    return fauxAssistantMessage([fauxToolCall(next[0], args)], { stopReason: 'toolUse' })
  }
  faux.setResponses([respond])
  pi.registerProvider(faux.provider)
}
