import { createBashTool } from './tools/bash.ts'
import { createEditTool } from './tools/edit.ts'
import { createFindTool } from './tools/find.ts'
import { createGrepTool } from './tools/grep.ts'
import { createReadTool } from './tools/read.ts'
import { createWriteTool } from './tools/write.ts'
import { workspaceError } from './workspace-errors.ts'
import type { WorkspaceTool, WorkspaceToolOptions } from './workspace-tool.ts'

/** The factories of the tools that there are, by the names of the tools. */
export const WORKSPACE_TOOLS = {
  read: createReadTool,
  write: createWriteTool,
  edit: createEditTool,
  bash: createBashTool,
  grep: createGrepTool,
  find: createFindTool,
} as const

/** The name of a tool of the workspace. */
export type WorkspaceToolName = keyof typeof WORKSPACE_TOOLS

/** Names of the tools of each preset; `remote` is everything, on another machine. */
export const PRESETS = {
  coding: ['read', 'bash', 'edit', 'write'],
  'read-only': ['read', 'grep', 'find'],
  all: ['read', 'write', 'edit', 'bash', 'grep', 'find'],
  remote: ['read', 'write', 'edit', 'bash', 'grep', 'find'],
} as const satisfies Record<string, readonly WorkspaceToolName[]>

/** The name of a preset. */
export type PresetName = keyof typeof PRESETS

/** Create tools by their names. */
export const createTools = (
  names: readonly WorkspaceToolName[],
  options: WorkspaceToolOptions,
): readonly WorkspaceTool[] => names.map((name) => WORKSPACE_TOOLS[name](options))

/** Create the tools for work on code: read, bash, edit, write. */
export const createCodingTools = (options: WorkspaceToolOptions) => createTools(PRESETS.coding, options)

/** Create the tools that change nothing: read, grep, find. */
export const createReadOnlyTools = (options: WorkspaceToolOptions) =>
  createTools(PRESETS['read-only'], options)

/** Create every tool. */
export const createAllTools = (options: WorkspaceToolOptions) => createTools(PRESETS.all, options)

/**
 * Create every tool for a backend on another machine.
 *
 * @throws ToolError ROOT_INVALID for a backend of this machine
 */
export function createRemoteTools(options: WorkspaceToolOptions): readonly WorkspaceTool[] {
  if (options.backend.machine === 'own') {
    throw workspaceError('ROOT_INVALID', { path: options.backend.name, problem: 'is on this machine' })
  }
  return createTools(PRESETS.remote, options)
}
