import type { Json } from '../../core/json.ts'
import type { TSchema } from '../../core/schema.ts'
import { checkParams } from '../../core/tool-versions.ts'
import { cleanLines, cleanText } from '../../safety/hooks/result-filter.ts'
import type { PiDoor } from '../pi-door.ts'
import type { PiContent, PiTool } from '../pi-tool.ts'

/** A tool from beside the stack, of which all that it answers is untrusted. */
export interface ContentTool {
  readonly name: string
  readonly description: string
  readonly parameters: TSchema
  readonly executionMode: PiTool['executionMode']
  /** Carry out a call; an answer that is nothing but an error is thrown. */
  run(args: Json, signal: AbortSignal | undefined): Promise<Json>
  /** What the model is shown of an answer that the door has let out. */
  show(answer: Json): readonly PiContent[]
}

/** Longest line on a tool in the system prompt; what describes it in full stands beside its parameters. */
const LONGEST_SNIPPET = 512

/**
 * Give a tool from beside the stack the form of a Pi tool. It goes through the door like every other: a secret withholds
 * the whole of what it answers, and nothing of that is told before its end.
 */
export function createContentPiTool(tool: ContentTool, door: PiDoor): PiTool {
  const { name, description, parameters, executionMode } = tool
  const admit = (args: unknown) => {
    const admitted = door.admit(name, args)
    checkParams(parameters, admitted)
    return admitted
  }
  return {
    name,
    label: name,
    description: cleanLines(description),
    // A line of the system prompt: more of them would pass for the stack's own words.
    promptSnippet: cleanText(`${name}: ${description}`, LONGEST_SNIPPET),
    parameters,
    executionMode,
    prepareArguments(args) {
      try {
        return admit(args)
      } catch (cause) {
        throw door.refuse(name, cause)
      }
    },
    async execute(_toolCallId, params, signal) {
      const details = await door.passContent(name, params, (args) => tool.run(admit(args), signal))
      return { content: tool.show(details), details }
    },
  }
}
