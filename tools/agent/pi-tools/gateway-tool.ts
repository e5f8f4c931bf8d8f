import { type Json, toJson } from '../../core/json.ts'
import { gatewayError } from '../../gateway/errors.ts'
import type { OfferedTool } from '../../gateway/offered-tools.ts'
import type { PluginResult } from '../../gateway/plugin.ts'
import { cleanSchema } from '../clean-schema.ts'
import type { PiDoor } from '../pi-door.ts'
import type { PiTool } from '../pi-tool.ts'
import { createContentPiTool } from './content-tool.ts'

/** Most characters of text of one answer that a model is shown: it pays for them in every inference from then on. */
const MOST_SHOWN = 65_536

/** Give a tool of a gateway the form of a Pi tool. What it does, the stack does not know: one call comes after another. */
export function createGatewayPiTool(tool: OfferedTool, door: PiDoor): PiTool {
  const { name, description } = tool
  const parameters = cleanSchema(tool.parameters)
  return createContentPiTool(
    {
      ...{ name, description, parameters, executionMode: 'sequential' },
      async run(args, signal) {
        const { content, details = null, isError } = await tool.call(args, signal)
        if (isError) throw gatewayError('TOOL_THREW', { tool: name, reason: readTexts(cutTexts(content)) })
        return toJson({ content: [...content], details }) satisfies Json
      },
      show: (answer) => cutTexts((answer as unknown as PluginResult).content),
    },
    door,
  )
}

const readTexts = (content: PluginResult['content']) =>
  content.map((block) => (block.type === 'text' ? block.text : '[image]')).join('\n')

/** Show the texts of an answer up to their bound, and say how much is missing. */
function cutTexts(content: PluginResult['content']): PluginResult['content'] {
  let [left, missing] = [MOST_SHOWN, 0]
  const shown = content.flatMap((block): PluginResult['content'] => {
    if (block.type !== 'text') return [block]
    const text = block.text.slice(0, left).replace(/[\ud800-\udbff]$/, '')
    missing += block.text.length - text.length
    left = missing > 0 ? 0 : left - text.length
    return missing > 0 && text === '' ? [] : [{ ...block, text }]
  })
  return missing === 0 ? shown : [...shown, { type: 'text', text: `[cut: ${missing} more characters]` }]
}
