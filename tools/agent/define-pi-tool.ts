import type { Json } from '../core/json.ts'
import type { Static, TSchema } from '../core/schema.ts'
import { checkParams } from '../core/tool-versions.ts'
import { MAX_CONTENT_LENGTH } from './paging.ts'
import type { PiDoor } from './pi-door.ts'
import type { PiTool } from './pi-tool.ts'

/** Write what the model sees of a result, whose texts and secrets are dealt with. */
function writeContent(details: Json): string {
  const text = JSON.stringify(details)
  if (text.length <= MAX_CONTENT_LENGTH) return text
  return `${text.slice(0, MAX_CONTENT_LENGTH)}… (cut: ${MAX_CONTENT_LENGTH} of ${text.length} characters; ask for less)`
}

/**
 * Define a Pi tool from its schema and a function that answers JSON. Every guard is inside: a tool is guarded wherever
 * it is registered and called.
 */
export function definePiTool<Input extends TSchema>(
  door: PiDoor,
  tool: {
    readonly name: PiTool['name']
    readonly label: string
    readonly description: string
    readonly promptSnippet: string
    readonly parameters: Input
    readonly executionMode: PiTool['executionMode']
    /** Whether texts of its result keep their lines and their length: those that it bounds itself. */
    readonly keepsTexts?: boolean
    run(params: Static<Input>, signal: AbortSignal | undefined): Promise<Json>
  },
): PiTool {
  const { run, keepsTexts = false, ...description } = tool
  const admit = (args: unknown) => {
    const admitted = door.admit(tool.name, args)
    checkParams(tool.parameters, admitted)
    return admitted as Static<Input>
  }
  return {
    ...description,
    prepareArguments(args) {
      try {
        return admit(args)
      } catch (cause) {
        throw door.refuse(tool.name, cause)
      }
    },
    async execute(_toolCallId, params, signal) {
      // Pi lets other extensions change the arguments after preparation, so they are checked again.
      const details = await door.pass(tool.name, params, (args) => run(admit(args), signal), {
        keepsTexts,
      })
      return { content: [{ type: 'text', text: writeContent(details) }], details }
    },
  }
}
