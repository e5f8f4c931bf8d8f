import { createHash } from 'node:crypto'
import { describeCause } from '../../core/describe-cause.ts'
import type { ToolError } from '../../core/errors.ts'
import { gatewayError } from '../errors.ts'
import type { RegisteredTool } from '../registry.ts'
import { type BridgeToolSpec, type ExtensionImports, writeExtension } from './extension-source.ts'

/** Where generated extensions lie: a folder that belongs to one running gateway. */
export interface BridgeFiles {
  /** Names of the files in it. */
  list(): readonly string[]
  read(name: string): string
  /** Write a file that only its owner may read; answers its path. */
  write(name: string, text: string): string
  remove(name: string): void
  /** The path of a file. */
  pathOf(name: string): string
}

/** What a dry run found: the names that were registered, or where it failed. */
export type DryRunReport =
  | { readonly tools: readonly string[] }
  | { readonly phase: 'syntax' | 'load'; readonly problem: string }

/** The outcome of {@link ToolBridge.prepare}; without a path agents start without the extension. */
export interface PreparedBridge {
  readonly path?: string
  readonly refused?: ToolError
  /** Whether the file was written now, or is that of an earlier start with the same tools. */
  readonly isNew: boolean
}

/** Makes the extension by which agents have the tools of plugins. */
export interface ToolBridge {
  /** Generate the extension for some tools and try it; nothing that fails is kept. */
  prepare(tools: readonly BridgeToolSpec[]): Promise<PreparedBridge>
  /** Remove every generated file. */
  cleanup(): void
}

/** List the tools that agents are to be offered, in the order of their names: those that others provide are left out. */
export function collectBridgeableTools(
  tools: Iterable<RegisteredTool>,
  provided: readonly string[],
): readonly BridgeToolSpec[] {
  return [...tools]
    .filter(({ name, isBridged }) => isBridged && !provided.includes(name))
    .map(({ name, description, parameters }) => ({ name, description, parameters }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

const GENERATED = /^bridge-[0-9a-f]{16}\.ts$/

/** Create the bridge over a folder. `dryRun` loads a file as an agent would, in a process of its own. */
export function createToolBridge(deps: {
  readonly files: BridgeFiles
  readonly imports: ExtensionImports
  readonly dryRun: (path: string) => Promise<DryRunReport>
}): ToolBridge {
  const { files, imports, dryRun } = deps
  const listGenerated = () => files.list().filter((name) => GENERATED.test(name))
  const cleanup = () => {
    for (const name of listGenerated()) files.remove(name)
  }
  const attempt = async (tools: readonly BridgeToolSpec[]): Promise<PreparedBridge> => {
    const source = writeExtension(tools, imports)
    const name = `bridge-${createHash('sha256').update(source).digest('hex').slice(0, 16)}.ts`
    for (const other of listGenerated()) if (other !== name) files.remove(other)
    const isNew = !listGenerated().includes(name) || files.read(name) !== source
    const path = isNew ? files.write(name, source) : files.pathOf(name)
    const report = await dryRun(path)
    if ('problem' in report) throw gatewayError('BRIDGE_REJECTED', report)
    const expected = tools.map((tool) => tool.name).join(', ')
    const found = report.tools.toSorted().join(', ')
    if (found !== expected) {
      const problem = `it registers ${found || 'nothing'}, expected ${expected}`
      throw gatewayError('BRIDGE_REJECTED', { phase: 'load', problem })
    }
    return { path, isNew }
  }
  return {
    cleanup,
    async prepare(tools) {
      // No tool, no extension; what an earlier start left would bring tools that are gone.
      if (tools.length === 0) {
        cleanup()
        return { isNew: false }
      }
      try {
        return await attempt(tools)
      } catch (cause) {
        cleanup()
        const refused = gatewayError('BRIDGE_REJECTED', { phase: 'generate', problem: describeCause(cause) })
        return { refused: isRejection(cause) ? cause : refused, isNew: false }
      }
    },
  }
}

const isRejection = (cause: unknown): cause is ToolError =>
  cause instanceof Error && 'code' in cause && cause.code === 'BRIDGE_REJECTED'
