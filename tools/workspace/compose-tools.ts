import type { TSchema } from '../core/schema.ts'
import { errorBlock, findErrorBlock, readText } from './content-block.ts'
import { workspaceError } from './workspace-errors.ts'
import type { WorkspaceTool } from './workspace-tool.ts'

/** A tool after another, and the parameter that takes what the one before it answers as text. */
export interface NextTool {
  readonly tool: WorkspaceTool
  readonly takes: string
  /** Its other arguments. */
  readonly args?: Readonly<Record<string, unknown>>
}

/**
 * Put tools one after another: the text of each is an argument of the next. What the chain takes is what its first tool
 * takes; the first error ends it.
 *
 * @example composeTools('search_file', 'Search one file.', read, [{ tool: grep, takes: 'text', args: { pattern: 'x' } }])
 * @throws ToolError TOOLS_NOT_CHAINED
 */
export function composeTools(
  name: string,
  description: string,
  first: WorkspaceTool,
  next: readonly NextTool[],
): WorkspaceTool {
  for (const { tool, takes } of next) {
    const { properties = {} } = tool.parameters as TSchema & { readonly properties?: Record<string, TSchema> }
    const taken = Object.hasOwn(properties, takes) ? properties[takes] : undefined
    if ((taken as { readonly type?: unknown } | undefined)?.type !== 'string') {
      throw workspaceError('TOOLS_NOT_CHAINED', { tool: tool.name, parameter: takes })
    }
  }
  const all = [first, ...next.map(({ tool }) => tool)]
  return {
    name,
    description,
    parameters: first.parameters,
    writes: all.some(({ writes }) => writes),
    runs: all.some(({ runs }) => runs),
    backend: first.backend,
    async execute(given, call) {
      let output = await first.execute(given, call)
      let { elapsedMs } = output
      for (const { tool, takes, args } of next) {
        if (findErrorBlock(output)) break
        if (output.content.some(({ kind }) => kind !== 'text')) {
          const error = workspaceError('TOOLS_NOT_CHAINED', { tool: tool.name, parameter: takes })
          return { content: [errorBlock(error)], elapsedMs, exitCode: 1 }
        }
        output = await tool.execute({ ...args, [takes]: readText(output) }, call)
        elapsedMs += output.elapsedMs
      }
      return { ...output, elapsedMs }
    },
  }
}
