import {
  type AssistantMessage,
  fauxAssistantMessage,
  fauxProvider,
  fauxToolCall,
  getCurrentTools,
  type TranscriptContext,
} from '@earendil-works/pi-ai'
import type { ExtensionAPI } from '@earendil-works/pi-coding-agent'

type Call = readonly [name: string, args: Record<string, never>]

/**
 * Register a model that makes the calls of its prompt, one an answer, and ends by telling what its context holds: the
 * tools that it is offered, and the results of this prompt's calls.
 */
export default function tellingProvider(pi: ExtensionAPI): void {
  const faux = fauxProvider({ provider: 'telling', models: [{ id: 't1' }] })
  let calls: Call[] = []
  const respond = ({ messages }: TranscriptContext): AssistantMessage => {
    faux.appendResponses([respond])
    // What an extension tells of the present comes last, whatever was said before.
    const said = messages.filter(({ role }) => role !== 'system')
    const asked = said.findLastIndex(({ role }) => role === 'user')
    const results = said.slice(asked + 1).filter(({ role }) => role === 'toolResult')
    if (asked === said.length - 1) {
      const { content } = said[asked] as { content: string | { text: string }[] }
      calls = JSON.parse(typeof content === 'string' ? content : (content[0]?.text ?? '[]')) as Call[]
    }
    const [next] = calls.splice(0, 1)
    if (next) return fauxAssistantMessage([fauxToolCall(...next)], { stopReason: 'toolUse' })
    return fauxAssistantMessage(JSON.stringify({ tools: getCurrentTools(messages), results }))
  }
  faux.setResponses([respond])
  pi.registerProvider(faux.provider)
}
