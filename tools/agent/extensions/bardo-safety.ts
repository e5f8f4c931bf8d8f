import type { ExtensionAPI, ExtensionFactory } from '@earendil-works/pi-coding-agent'
import { ToolError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import type { BardoHost } from './bardo-host.ts'
import type { CallLedger } from './call-ledger.ts'

/**
 * Create `bardo-safety`: the last word before a tool, and the end of every call.
 *
 * Nothing here rests on a hook whose exceptions Pi swallows: where this extension is missing, or fails, no call is
 * approved, and what is not approved is not carried out.
 */
export const createBardoSafety =
  (host: BardoHost, ledger: CallLedger): ExtensionFactory =>
  (pi) => {
    const { agent } = host
    const names = agent.piTools.map(({ name }) => name)
    const offerTools = () => pi.setActiveTools(ledger.isOver ? [] : names)
    pi.on('session_start', offerTools)
    pi.on('before_agent_start', () => {
      ledger.open()
      offerTools()
    })
    pi.on('tool_call', ({ toolCallId, toolName, input }) => {
      const error = ledger.approve(toolCallId, toolName, input)
      return error && { block: true, reason: error.message }
    })
    pi.on('tool_execution_end', ({ toolCallId, toolName, result, isError }) => {
      const text = readText(result)
      const error = ledger.end(toolCallId, isError, text)
      if (ledger.isOver) offerTools()
      host.onCall?.({
        id: toolCallId,
        tool: toolName,
        text,
        outcome: error ? { isError: true, error } : { isError: false, details: result.details as Json },
      })
    })
    // Of a tool that there is not, Pi tells the model that alone, and not which one is near.
    pi.on('message_end', ({ message }) => {
      if (message.role !== 'toolResult' || names.some((name) => name === message.toolName)) return
      const { message: text } = agent.refuse(message.toolName, agent.unknownTool(message.toolName))
      return { message: { ...message, content: [{ type: 'text', text }] } }
    })
    pi.on('turn_end', (_, ctx) => {
      if (ledger.mayGoOn) return
      host.onStop?.()
      ctx.abort()
    })
    refuseShell(pi)
  }

/** A client of `pi --mode rpc` must not get a shell beside the stack; a failing handler blocks the command. */
const refuseShell = (pi: ExtensionAPI) =>
  pi.on('user_bash', () => {
    throw new ToolError('SESSION_REFUSED', { reason: 'this agent has no shell' })
  })

const readText = (result: unknown): string => {
  const { content = [] } = (result ?? {}) as { readonly content?: readonly { readonly text?: string }[] }
  return content.map(({ text = '' }) => text).join('\n')
}
