import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A message of a chat completions request. */
export interface ChatMessage {
  readonly role: string
  readonly content?: unknown
}

/** Words or a call, at once or after a while. */
export type SpokenAnswer = {
  readonly afterMs?: number
  /** What the server says that the prompt took. */
  readonly tokens?: number | string
} & ({ readonly say: string } | { readonly call: string; readonly args: object | string })

/** What the model answers, or anything else by hand. */
export type ChatAnswer = SpokenAnswer | ((response: ServerResponse) => void)

/** A request as the server saw it. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[]
  readonly authorization: string | undefined
}

/**
 * Serve the chat completions API of OpenAI on a free local port until the test ends; `answer` decides by what was said,
 * and by how many requests came before.
 */
export async function serveModel(answer: (messages: readonly ChatMessage[], index: number) => ChatAnswer) {
  const requests: ChatRequest[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const { messages } = JSON.parse(body) as { messages: readonly ChatMessage[] }
    const index = requests.length
    requests.push({ messages, authorization: request.headers.authorization })
    const given = answer(messages, index)
    if (typeof given === 'function') return given(response)
    setTimeout(stream, given.afterMs ?? 0, response, given, index)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  )
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, requests }
}

/** Answer as a server of that API does: as events, the last of which says why it ended and what it took. */
function stream(
  response: ServerResponse,
  given: Exclude<ChatAnswer, (response: ServerResponse) => void>,
  index: number,
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (choices: readonly object[], rest: object = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: `answer-${index}`, object: 'chat.completion.chunk', created: 0, model: 'local', choices, ...rest })}\n\n`,
    )
  if ('say' in given) {
    send([{ index: 0, delta: { role: 'assistant', content: given.say } }])
    send([{ index: 0, delta: {}, finish_reason: 'stop' }])
  } else {
    const args = typeof given.args === 'string' ? given.args : JSON.stringify(given.args)
    const call = {
      index: 0,
      id: `call-${index}`,
      type: 'function',
      function: { name: given.call, arguments: args },
    }
    send([{ index: 0, delta: { role: 'assistant', tool_calls: [call] } }])
    send([{ index: 0, delta: {}, finish_reason: 'tool_calls' }])
  }
  send([], { usage: { prompt_tokens: given.tokens ?? 100, completion_tokens: 10, total_tokens: 110 } })
  response.end('data: [DONE]\n\n')
}
