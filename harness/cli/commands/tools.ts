import { readFileSync } from 'node:fs'
import { dirname, resolve as resolvePath } from 'node:path'
import type { ActionKind } from '../../../tools/agent/action-kind.ts'
import { describeKind } from '../../../tools/agent/describe-kind.ts'
import { ALL_ARCHETYPES } from '../../../tools/agent/generated/archetypes.ts'
import { listActions } from '../../../tools/agent/resolve-action.ts'
import { findChainId } from '../../../tools/core/chain-support.ts'
import { ToolError } from '../../../tools/core/errors.ts'
import type { Tool } from '../../../tools/core/tool-def.ts'
import { versionOf } from '../../../tools/core/tool-versions.ts'
import { DEV_REGISTRY } from '../../../tools/profiles/dev.ts'
import {
  type MissingReason,
  type MissingTool,
  type ResolvedProfile,
  resolveTools,
} from '../../../tools/profiles/resolve-tools.ts'
import { ConfigError } from '../../../tools/runtime/config/config-error.ts'
import { type AgentDeclaration, allowProtocols, declareAgent } from '../../../tools/runtime/declare-agent.ts'
import { createWorkspaceTools } from '../../../tools/runtime/open-workspace.ts'
import { createMemoryBackend } from '../../../tools/workspace/backends/memory-backend.ts'
import type { WorkspaceTool } from '../../../tools/workspace/workspace-tool.ts'
import { DEV_KINDS } from '../../dev-kinds.ts'
import { HarnessError } from '../../errors.ts'
import { STAND_INS } from '../../record/stand-ins.ts'
import { CHAIN_NAMES } from '../../world/origin-chains.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import type { CliIo } from '../io.ts'
import { suggest } from '../parse-option.ts'
import { labelOf } from '../standings.ts'
import { printToolCount } from './count-tools.ts'

/** Options of `assay tools`. */
export interface ToolsOptions {
  readonly profile?: string
  readonly archetype?: string
  readonly config?: string
  readonly chain?: string
  readonly wallet: boolean
  readonly missing?: boolean
  readonly kinds?: boolean
  readonly json?: boolean
  /** Count what there is instead; with the run whose tools count, where one is named. */
  readonly count?: string | true
  /** Print what the tools cost a model instead. */
  readonly tokens?: boolean
}

/** List the tools that an agent gets, by category, the action kinds that it can serve, and why others are missing. */
export async function listTools(options: ToolsOptions, io: CliIo): Promise<number> {
  const { count } = options
  if (count !== undefined)
    return printToolCount(count === true ? undefined : count, options.json === true, io)
  const resolved = resolve(options)
  if (options.tokens) {
    await printTokens(resolved, options, io)
    return EXIT_CODES.pass
  }
  const has = (name: string) => resolved.tools.some((tool) => tool.name === name)
  const actions = resolved.mayAct ? listActions(DEV_KINDS, { has }) : []
  const kinds = actions.map(({ kind }) => kind)
  if (options.kinds) printKinds(actions, options, io)
  else if (options.json) printJson(resolved, kinds, options, io)
  else printText(resolved, kinds, options, io)
  return EXIT_CODES.pass
}

/** The tools of an agent, those of its workspace, and the archetypes to which its model may delegate. */
interface ResolvedAgent extends ResolvedProfile {
  readonly delegatesTo: readonly string[]
  readonly workspaceTools: readonly WorkspaceTool[]
}

/** Resolve as a start of the runtime would, on everything that development has. */
function resolve({ profile, archetype, config, chain, wallet }: ToolsOptions): ResolvedAgent {
  try {
    const isChosen = archetype !== undefined || config !== undefined || process.env.TOOL_PROFILE !== undefined
    const chosen = profile ?? (isChosen ? undefined : 'full')
    const declared = declareAgent(
      {
        ...(chosen === undefined ? {} : { profile: chosen }),
        ...(archetype === undefined ? {} : { archetype }),
        ...(config === undefined ? {} : { config: { path: config, text: readText(config) } }),
        environment: (name) => process.env[name],
      },
      DEV_REGISTRY,
      ALL_ARCHETYPES,
    )
    const protocols = allowProtocols([declared.protocols], DEV_REGISTRY)
    const resolved = resolveTools(declared.tools, DEV_REGISTRY.tools, {
      capabilities: [...declared.capabilities, ...(wallet ? (['wallet'] as const) : [])],
      ...(chain === undefined ? {} : { chainId: readChain(chain) }),
      ...(protocols ? { protocols } : {}),
    })
    return {
      ...resolved,
      delegatesTo: declared.archetype?.delegatesTo ?? [],
      workspaceTools: defineWorkspaceTools(declared, config ?? ''),
    }
  } catch (cause) {
    if (cause instanceof ToolError) {
      throw new HarnessError('BAD_USAGE', cause.shortMessage, { hint: cause.hint })
    }
    if (!(cause instanceof RangeError || cause instanceof ConfigError)) throw cause
    throw new HarnessError('BAD_USAGE', cause.message, {
      hint: cause instanceof ConfigError ? 'mend the config at these places' : 'use names that exist',
    })
  }
}

/** Define the tools of the workspace, which nothing calls; files of tools lie beside the config. */
function defineWorkspaceTools(
  { workspace }: Pick<AgentDeclaration, 'workspace'>,
  config: string,
): readonly WorkspaceTool[] {
  if (workspace === undefined) return []
  const never = (): never => {
    throw new RangeError('no tool is called here')
  }
  const options = { backend: createMemoryBackend(), clock: { wallMs: never, setTimer: never } }
  return createWorkspaceTools(workspace, options, (path) => readText(resolvePath(dirname(config), path)))
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new HarnessError('BAD_USAGE', 'the file cannot be read', {
      where: path,
      expected: 'a TOML file',
      found: (cause as Error).message,
      hint: 'name one that exists',
      cause,
    })
  }
}

/** Read a chain: its name, or any id, for tools may be on chains that no origin stands for. */
function readChain(text: string): number {
  const chainId = findChainId(text) ?? Number(text)
  if (Number.isSafeInteger(chainId) && chainId > 0) return chainId
  throw new HarnessError('BAD_USAGE', 'this is no chain', {
    where: '--chain',
    expected: `one of ${CHAIN_NAMES.join(', ')}, or the id of a chain, e.g. 8453`,
    found: JSON.stringify(text),
    hint: `${suggest(text, CHAIN_NAMES)}name it by one of these, or by its number`,
  })
}

/** Say why a tool is missing, in one line. */
function describeReason(reason: MissingReason): string {
  switch (reason.kind) {
    case 'category':
      return 'not of its categories'
    case 'tier':
      return 'not of its tier'
    case 'trait':
      return 'its profile leaves this trait out'
    case 'excluded':
      return 'excluded by the archetype'
    case 'disabled':
      return 'disabled in [tools]'
    case 'profile':
      return 'beyond the profile'
    case 'parent':
      return 'not of the session above it'
    case 'protocol':
      return `protocol ${reason.protocol} is not allowed`
    case 'chain':
      return `not on chain ${reason.chainId} (${reason.supported.join(', ')})`
    case 'capability':
      return `needs ${reason.lacks}`
  }
}

const describeTool = (tool: Tool) => ({
  ...describeDefinition(tool),
  label: labelOf(tool),
  schemaVersion: versionOf(tool),
  ...(tool.earlier
    ? { earlier: tool.earlier.map(({ version, supersededAt }) => ({ version, supersededAt })) }
    : {}),
})

const describeDefinition = ({ name, category, capability, riskTier, tickBudget, description }: Tool) => ({
  name,
  category,
  capability,
  riskTier,
  tickBudget,
  description,
})

function printJson(
  { name, tools, missing }: ResolvedProfile,
  kinds: readonly string[],
  options: ToolsOptions,
  io: CliIo,
): void {
  const rows = tools.map(describeTool)
  const told = missing.map(({ tool, reason }) => ({
    name: tool.name,
    why: describeReason(reason),
    ...reason,
  }))
  const whole = { agent: name, tools: rows, actions: kinds, missing: told }
  io.print(JSON.stringify(options.missing ? whole : rows, null, 2))
}

async function printTokens(resolved: ResolvedAgent, { json }: ToolsOptions, io: CliIo): Promise<void> {
  const { countTokens } = await import('../count-tokens.ts')
  const { delegatesTo, workspaceTools } = resolved
  const counts = await countTokens(resolved, delegatesTo, workspaceTools)
  if (json) return io.print(JSON.stringify(counts, null, 2))
  io.print(`${counts.piTools} tokens: the Pi tools, which the model sees`)
  if (workspaceTools.length > 0) {
    const all = workspaceTools.length
    io.print(`${counts.withWorkspaceTools} tokens: these with the ${all} tools of the workspace`)
  }
  io.print(`${counts.concreteTools} tokens: the ${resolved.tools.length} concrete tools, were each shown`)
}

function printText(
  { tools, missing }: ResolvedProfile,
  kinds: readonly string[],
  options: ToolsOptions,
  io: CliIo,
): void {
  for (const [category, rows] of group(tools, (tool) => tool.category)) {
    io.print(io.colors.bold(`${category} (${rows.length})`))
    for (const tool of rows) {
      const { name, capability, riskTier, description } = tool
      const standsIn = STAND_INS.includes(labelOf(tool)) ? ` [${labelOf(tool)}]` : ''
      io.print(`  ${name.padEnd(36)} ${capability.padEnd(7)} ${riskTier}  ${description}${standsIn}`)
    }
  }
  if (options.missing) printMissing(missing, io)
  const reasons = group(missing, ({ reason }) => describeReason(reason))
  io.print('')
  io.print(`${tools.length} tools; action kinds: ${kinds.join(', ') || 'none'}`)
  if (missing.length === 0) return
  io.print(`${missing.length} missing: ${reasons.map(([why, rows]) => `${rows.length} ${why}`).join('; ')}`)
}

/** Print a line for each venue of each kind: the tools that run, in order, around the simulation of every preview. */
function printKinds(actions: readonly ActionKind[], options: ToolsOptions, io: CliIo): void {
  if (options.json) {
    io.print(JSON.stringify(actions.map(describeKind), null, 2))
    return
  }
  for (const { kind, venues } of actions) {
    for (const { protocol = '', reads, write } of venues) {
      const order = [...reads, 'simulation', write].join(' → ')
      io.print(`${kind.padEnd(26)} ${protocol.padEnd(14)} ${order}`)
    }
  }
  io.print('')
  const venues = actions.flatMap((action) => action.venues)
  io.print(`${actions.length} action kinds at ${venues.length} venues`)
}

function printMissing(missing: readonly MissingTool[], io: CliIo): void {
  io.print(io.colors.bold(`missing (${missing.length})`))
  for (const { tool, reason } of missing) io.print(`  ${tool.name.padEnd(36)} ${describeReason(reason)}`)
}

/** Group by a name, in the names' order. */
const group = <T>(
  rows: readonly T[],
  nameOf: (row: T) => string,
): readonly (readonly [string, readonly T[]])[] =>
  [...Map.groupBy(rows, nameOf)].sort(([a], [b]) => (a < b ? -1 : 1))
