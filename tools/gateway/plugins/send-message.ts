import { Type } from '../../core/schema.ts'
import type { Plugin } from '../plugin.ts'
import type { Transport } from './transport.ts'

/** Longest text of a message, in characters. */
export const MOST_TEXT = 16_384

/** Create the plugin `send_message`: a text to who the session is with. */
export const createSendMessage =
  (transport: Transport): Plugin =>
  (api) =>
    api.registerTool({
      name: 'send_message',
      description: 'Send a text message to the person that this session is with.',
      parameters: Type.Object(
        { text: Type.String({ minLength: 1, maxLength: MOST_TEXT, description: 'what the message says' }) },
        { additionalProperties: false },
      ),
      async execute(params, { session }) {
        const { text } = params as { readonly text: string }
        const { id } = await transport.deliver({ session, text })
        return { content: [{ type: 'text', text: `sent as ${id}` }], details: { id } }
      },
    })
