import type { Clock } from '../core/clock.ts'
import type { ToolBackend } from '../workspace/backend.ts'
import { createTools, PRESETS, type PresetName, type WorkspaceToolName } from '../workspace/presets.ts'
import { readTomlTools } from '../workspace/toml-tools.ts'
import { createToolManager } from '../workspace/tool-manager.ts'
import { workspaceError } from '../workspace/workspace-errors.ts'
import type { WorkspaceTool, WorkspaceToolOptions } from '../workspace/workspace-tool.ts'
import type { WorkspaceConfig } from './config/config-schema.ts'
import type { AgentDeclaration } from './declare-agent.ts'
import { isOwnMachine } from './is-own-machine.ts'
import type { RuntimePorts } from './runtime-ports.ts'

/** What a workspace needs of the process. */
export interface WorkspacePort {
  /**
   * Open the backend that a config names; the files of the agent are refused to it.
   *
   * @param admit - told the address of each connection before anything is sent to it; throws to refuse it
   */
  openBackend(config: WorkspaceConfig, admit: (address: string | undefined) => void): ToolBackend
  /** Addresses that this machine has now. */
  listAddresses(): readonly string[]
  /** Read a file of tools, by its path as the config writes it. */
  readFile(path: string): string
}

/** The tools of a workspace, and what they stand on. */
export interface Workspace {
  readonly tools: readonly WorkspaceTool[]
  close(): Promise<void>
}

/**
 * Create the tools that a config names: built-in ones, and those of files.
 *
 * @throws ToolError TOOL_FILE_INVALID
 */
export function createWorkspaceTools(
  config: WorkspaceConfig,
  options: WorkspaceToolOptions,
  readFile: WorkspacePort['readFile'],
): readonly WorkspaceTool[] {
  const files = config.skills ?? []
  const manager = createToolManager(
    files.flatMap((path) => readTomlTools({ path, text: readFile(path) }, options)),
  )
  manager.registerBuiltinTools(createTools(namesOf(config), options))
  return manager.tools
}

/**
 * Open the workspace tools that the owner's config names.
 *
 * Commands are confined to no folder: beside a key, none run on its machine, whatever name of it leads there.
 *
 * @throws ToolError ROOT_INVALID, ROOT_HOLDS_SECRETS, EXEC_BESIDE_KEYS, TOOL_FILE_INVALID
 */
function openWorkspace(
  config: WorkspaceConfig,
  {
    port,
    clock,
    hasSigner,
  }: { readonly port: WorkspacePort; readonly clock: Clock; readonly hasSigner: boolean },
): Workspace {
  const host = config.host ?? (config.url === undefined ? undefined : new URL(config.url).hostname)
  const assertElsewhere = (at: string, shown = at) => {
    if (hasSigner && isOwnMachine(at, port.listAddresses()))
      throw workspaceError('BACKEND_BESIDE_KEYS', { host: shown })
  }
  if (host !== undefined) assertElsewhere(host)
  // The zone of an address says by which link it is reached, not whose it is.
  const backend = port.openBackend(config, (address = '') =>
    assertElsewhere(address.replace(/%.*/, ''), host),
  )
  try {
    const tools = createWorkspaceTools(config, { backend, clock }, port.readFile)
    const unsafe = tools.find(({ runs }) => runs && hasSigner && backend.machine === 'own')
    if (unsafe) throw workspaceError('EXEC_BESIDE_KEYS', { tool: unsafe.name })
    return { tools, close: backend.close }
  } catch (cause) {
    void backend.close()
    throw cause
  }
}

/**
 * Open the workspace tools of the agent that is started; undefined where its config names none.
 *
 * @throws ToolError WORKSPACE_NOT_AVAILABLE, ROOT_INVALID, ROOT_HOLDS_SECRETS, BACKEND_BESIDE_KEYS, EXEC_BESIDE_KEYS, TOOL_FILE_INVALID
 */
export function openDeclaredWorkspace(
  { workspace: port, clock, signing }: Pick<RuntimePorts, 'workspace' | 'clock' | 'signing'>,
  { workspace: config }: Pick<AgentDeclaration, 'workspace'>,
): Workspace | undefined {
  if (config === undefined) return undefined
  if (port === undefined) throw workspaceError('WORKSPACE_NOT_AVAILABLE', {})
  return openWorkspace(config, { port, clock, hasSigner: signing !== undefined })
}

/** The built-in tools that a config names: those of its preset, and those by name. */
const namesOf = ({ preset, tools = [] }: WorkspaceConfig): readonly WorkspaceToolName[] => [
  ...new Set([
    ...(preset === undefined ? [] : PRESETS[preset as PresetName]),
    ...(tools as readonly WorkspaceToolName[]),
  ]),
]
