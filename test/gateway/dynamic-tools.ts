import { describe, expect, test } from 'vitest'
import type { BridgeToolSpec } from '../../tools/gateway/bridge/extension-source.ts'
import type { DynamicToolCommand, DynamicToolEvent, DynamicTools } from '../../tools/gateway/path-a.ts'

/** Open the gateway's end over a line to an agent. */
export type OpenDynamicTools = (line: {
  send(command: DynamicToolCommand): void
  listen(listener: (event: DynamicToolEvent) => void): void
}) => DynamicTools

const SPEC: BridgeToolSpec = { name: 'echo', description: 'd', parameters: { type: 'object' } }
const ANSWER = { content: [{ type: 'text', text: 'x' }] } as const

/** What every implementation of Path A has to pass. */
export function testDynamicTools(name: string, open: OpenDynamicTools): void {
  /** An agent that takes tools, or refuses them, and asks for calls. */
  const play = (refuses = false) => {
    const sent: DynamicToolCommand[] = []
    let tell: (event: DynamicToolEvent) => void = () => undefined
    const tools = open({
      send(command) {
        sent.push(command)
        if (command.type === 'tool_call_response') return
        const answer = refuses ? { success: false, error: 'no' } : { success: true }
        queueMicrotask(() => tell({ type: 'response', id: command.id, ...answer }))
      },
      listen(listener) {
        tell = listener
      },
    })
    const ask = async (requestId: string, tool: string, params: unknown = {}) => {
      tell({ type: 'tool_call_request', requestId, tool, params })
      const isAnswer = (command: DynamicToolCommand) =>
        command.type === 'tool_call_response' && command.requestId === requestId
      await expect.poll(() => sent.some(isAnswer)).toBe(true)
      return sent.filter(isAnswer)
    }
    return { tools, sent, ask }
  }

  describe(name, () => {
    test('default: a tool is registered, called and answered by the id of its request', async () => {
      const { tools, sent, ask } = play()
      await tools.register(SPEC, async (params) => ({ ...ANSWER, details: params as never }))
      expect(sent).toEqual([{ id: expect.any(String), type: 'register_tool', tool: SPEC }])
      const result = { ...ANSWER, details: { a: 1 } }
      expect(await ask('7', 'echo', { a: 1 })).toEqual([
        { type: 'tool_call_response', requestId: '7', result },
      ])
    })

    test('behavior: a tool that is registered again has its new form, one that is not is not called', async () => {
      const { tools, sent, ask } = play()
      await tools.register(SPEC, async () => ANSWER)
      await tools.register({ ...SPEC, description: 'other' }, async () => ({ content: [] }))
      expect(await ask('1', 'echo')).toMatchObject([{ result: { content: [] } }])
      await tools.unregister('echo')
      expect(sent.at(-1)).toMatchObject({ type: 'unregister_tool', name: 'echo' })
      expect(await ask('2', 'echo')).toMatchObject([{ error: { code: 'TOOL_UNKNOWN' } }])
      const ids = sent.flatMap((command) => ('id' in command ? [command.id] : []))
      expect(new Set(ids).size).toBe(ids.length)
    })

    test('error: a tool that throws is an error with a code; the next call is carried out', async () => {
      const { tools, ask } = play()
      let calls = 0
      await tools.register(SPEC, async () => {
        calls += 1
        if (calls === 1) throw new Error('no disk')
        return ANSWER
      })
      expect(await ask('1', 'echo')).toMatchObject([{ error: { code: 'TOOL_THREW' } }])
      expect(await ask('2', 'echo')).toMatchObject([{ result: ANSWER }])
    })

    test('error: a tool that the agent refuses is not registered', async () => {
      const { tools, ask } = play(true)
      await expect(tools.register(SPEC, async () => ANSWER)).rejects.toThrow('no')
      expect(await ask('1', 'echo')).toMatchObject([{ error: { code: 'TOOL_UNKNOWN' } }])
    })
  })
}
