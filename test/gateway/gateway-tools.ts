import type { ExtensionFactory } from '@earendil-works/pi-coding-agent'
import { Type } from 'typebox'

/** `send_message` as it was before there was a bridge: schema and call written by hand. */
const gatewayTools: ExtensionFactory = (pi) =>
  pi.registerTool({
    name: 'send_message',
    label: 'Send a message',
    description: 'Send a text message.',
    parameters: Type.Object({ text: Type.String() }) as never,
    async execute(_, params) {
      const { ASSAY_GATEWAY_URL: url, ASSAY_GATEWAY_TOKEN: token } = process.env
      const response = await fetch(`${url}/api/tools/call`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ tool: 'send_message', params, pid: process.pid }),
      })
      if (!response.ok) throw new Error(await response.text())
      return { content: [{ type: 'text', text: 'sent' }], details: null }
    },
  })

export default gatewayTools
