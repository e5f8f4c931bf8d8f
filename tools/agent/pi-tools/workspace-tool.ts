import { ToolError } from '../../core/errors.ts'
import { toJson } from '../../core/json.ts'
import { checkParams } from '../../core/tool-versions.ts'
import type { ContentBlock, ToolOutput } from '../../workspace/content-block.ts'
import type { WorkspaceTool } from '../../workspace/workspace-tool.ts'
import type { PiDoor } from '../pi-door.ts'
import type { PiContent, PiTool } from '../pi-tool.ts'

/**
 * Give a tool of the workspace the form of a Pi tool. It goes through the door like every other: what it answers is untrusted
 * text, of which a secret withholds the whole, and nothing of it is told before its end.
 */
export function createWorkspacePiTool(tool: WorkspaceTool, door: PiDoor): PiTool {
  const { name, description, parameters } = tool
  const admit = (args: unknown) => {
    const admitted = door.admit(name, args)
    checkParams(parameters, admitted)
    return admitted
  }
  return {
    name,
    label: name,
    description,
    promptSnippet: `${name}: ${description}`,
    parameters,
    executionMode: tool.writes ? 'sequential' : 'parallel',
    prepareArguments(args) {
      try {
        return admit(args)
      } catch (cause) {
        throw door.refuse(name, cause)
      }
    },
    async execute(_toolCallId, params, signal) {
      const details = await door.passContent(name, params, async (args) => {
        const output = await tool.execute(admit(args), signal ? { signal } : {})
        throwRefusal(output)
        return toJson({ content: [...output.content], exitCode: output.exitCode })
      })
      const { content } = details as unknown as Pick<ToolOutput, 'content'>
      return { content: content.map(toPiContent), details }
    },
  }
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
