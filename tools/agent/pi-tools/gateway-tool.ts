import { type Json, toJson } from '../../core/json.ts'
import { gatewayError } from '../../gateway/errors.ts'
import type { OfferedTool } from '../../gateway/offered-tools.ts'
import type { PluginResult } from '../../gateway/plugin.ts'
import type { PiDoor } from '../pi-door.ts'
import type { PiTool } from '../pi-tool.ts'
import { createContentPiTool } from './content-tool.ts'

/** Give a tool of a gateway the form of a Pi tool. What it does, the stack does not know: one call comes after another. */
export function createGatewayPiTool(tool: OfferedTool, door: PiDoor): PiTool {
  const { name, description, parameters } = tool
  return createContentPiTool(
    {
      ...{ name, description, parameters, executionMode: 'sequential' },
      async run(args, signal) {
        const { content, details = null, isError } = await tool.call(args, signal)
        if (isError) throw gatewayError('TOOL_THREW', { tool: name, reason: readTexts(content) })
        return toJson({ content: [...content], details }) satisfies Json
      },
      show: (answer) => (answer as unknown as PluginResult).content,
    },
    door,
  )
}

const readTexts = (content: PluginResult['content']) =>
  content.map((block) => (block.type === 'text' ? block.text : '[image]')).join('\n')
