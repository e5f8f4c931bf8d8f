import { expect, test } from 'vitest'
import { gatewayError, toWireError } from '../../tools/gateway/errors.ts'
import { openDynamicTools } from '../../tools/gateway/path-a.ts'
import { type OpenDynamicTools, testDynamicTools } from './dynamic-tools.ts'

test('error: PATH_A_NOT_IMPLEMENTED', () => {
  expect(openDynamicTools).toThrow(expect.objectContaining({ code: 'PATH_A_NOT_IMPLEMENTED' }))
})

/** The least that the protocol asks for: shows that the suite can be passed, and is no part of the gateway. */
const openLeast: OpenDynamicTools = ({ send, listen }) => {
  const tools = new Map<string, Parameters<ReturnType<OpenDynamicTools>['register']>[1]>()
  const waiting = new Map<string, PromiseWithResolvers<void>>()
  let ids = 0
  const command = (make: (id: string) => Parameters<typeof send>[0]) => {
    ids += 1
    const id = `${ids}`
    const answer = Promise.withResolvers<void>()
    waiting.set(id, answer)
    send(make(id))
    return answer.promise
  }
  listen((event) => {
    if (event.type === 'response') {
      const answer = waiting.get(event.id)
      if (event.success) answer?.resolve()
      else answer?.reject(new Error(event.error))
      return
    }
    const { requestId, tool, params } = event
    const execute = tools.get(tool)
    const carriedOut = execute
      ? execute(params).catch((cause: Error) => {
          throw gatewayError('TOOL_THREW', { tool, reason: cause.message })
        })
      : Promise.reject(gatewayError('TOOL_UNKNOWN', { found: tool, suggestion: '' }))
    carriedOut.then(
      (result) => send({ type: 'tool_call_response', requestId, result }),
      (cause) => send({ type: 'tool_call_response', requestId, error: toWireError(cause) }),
    )
  })
  return {
    async register(tool, execute) {
      await command((id) => ({ id, type: 'register_tool', tool }))
      tools.set(tool.name, execute)
    },
    async unregister(name) {
      tools.delete(name)
      await command((id) => ({ id, type: 'unregister_tool', name }))
    },
  }
}

testDynamicTools('the least implementation', openLeast)
