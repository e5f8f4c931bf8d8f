import { ToolError } from '../../core/errors.ts'
import { toJson } from '../../core/json.ts'
import type { ContentBlock, ToolOutput } from '../../workspace/content-block.ts'
import type { WorkspaceTool } from '../../workspace/workspace-tool.ts'
import type { PiDoor } from '../pi-door.ts'
import type { PiContent, PiTool } from '../pi-tool.ts'
import { createContentPiTool } from './content-tool.ts'

/** Give a tool of the workspace the form of a Pi tool. */
export function createWorkspacePiTool(tool: WorkspaceTool, door: PiDoor): PiTool {
  const { name, description, parameters, writes } = tool
  return createContentPiTool(
    {
      ...{ name, description, parameters, executionMode: writes ? 'sequential' : 'parallel' },
      async run(args, signal) {
        const output = await tool.execute(args, signal ? { signal } : {})
        throwRefusal(output)
        return toJson({ content: [...output.content], exitCode: output.exitCode })
      },
      show: (answer) => (answer as unknown as Pick<ToolOutput, 'content'>).content.map(toPiContent),
    },
    door,
  )
}

/** Only a throw marks an answer as an error: one that consists of nothing else is thrown. */
function throwRefusal({ content }: ToolOutput): void {
  const [only, ...others] = content
  if (only?.kind !== 'error' || others.length > 0) return
  const { errCode, text, hint } = only
  throw new ToolError<string>(
    errCode,
    { text, hint },
    { spec: { layer: 'tool', message: '{text}', hint: '{hint}' } },
  )
}

function toPiContent(block: ContentBlock): PiContent {
  if (block.kind === 'image') return { type: 'image', data: block.data, mimeType: block.mimeType }
  return { type: 'text', text: block.kind === 'text' ? block.text : `${block.errCode}: ${block.text}` }
}
