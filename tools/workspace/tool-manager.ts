import { renderSuggestion } from '../core/errors.ts'
import type { TSchema } from '../core/schema.ts'
import { findNearest } from '../core/suggest.ts'
import { errorBlock, type LegacyResult, type ToolOutput, toLegacyResult } from './content-block.ts'
import { workspaceError } from './workspace-errors.ts'
import type { CallOptions, WorkspaceTool } from './workspace-tool.ts'

/** What a model is told of a tool. */
export interface ModelSchema {
  readonly name: string
  readonly description: string
  readonly parameters: TSchema
}

/** Tools of files and built-in tools together; a built-in tool wins over one of a file that has its name. */
export interface ToolManager {
  /** Add built-in tools. @throws RangeError for two of one name */
  registerBuiltinTools(tools: readonly WorkspaceTool[]): void
  /** Those that win, by name. */
  readonly tools: readonly WorkspaceTool[]
  getBuiltinTool(name: string): WorkspaceTool | undefined
  /** What a model is told of all of them. */
  generateSchemasWithBuiltins(): readonly ModelSchema[]
  execute(name: string, args: unknown, call?: CallOptions): Promise<ToolOutput>
  /** The same, for callers that know no blocks. */
  executeLegacy(name: string, args: unknown, call?: CallOptions): Promise<LegacyResult>
}

/**
 * Create a manager of the tools that files define.
 *
 * @throws RangeError for two of one name
 */
export function createToolManager(fromFiles: readonly WorkspaceTool[] = []): ToolManager {
  const builtins = new Map<string, WorkspaceTool>()
  const others = new Map<string, WorkspaceTool>()
  const add = (to: Map<string, WorkspaceTool>, tools: readonly WorkspaceTool[]) => {
    for (const tool of tools) {
      if (to.has(tool.name))
        throw new RangeError(`two tools have the name ${tool.name}; name one of them otherwise`)
      to.set(tool.name, tool)
    }
  }
  add(others, fromFiles)
  const all = () => [...new Map([...others, ...builtins]).values()]
  const execute = async (name: string, args: unknown, call?: CallOptions): Promise<ToolOutput> => {
    const tool = builtins.get(name) ?? others.get(name)
    if (tool) return tool.execute(args, call)
    const suggestion = renderSuggestion(
      findNearest(
        name,
        all().map((each) => each.name),
      ),
    )
    const error = workspaceError('TOOL_UNKNOWN', { tool: JSON.stringify(name), suggestion })
    return { content: [errorBlock(error)], elapsedMs: 0, exitCode: 1 }
  }
  return {
    registerBuiltinTools: (tools) => add(builtins, tools),
    get tools() {
      return all()
    },
    getBuiltinTool: (name) => builtins.get(name),
    generateSchemasWithBuiltins: () =>
      all().map(({ name, description, parameters }) => ({ name, description, parameters })),
    execute,
    executeLegacy: async (name, args, call) => toLegacyResult(name, await execute(name, args, call)),
  }
}
