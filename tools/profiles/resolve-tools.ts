import { supportedChainsOf } from '../core/chain-support.ts'
import { describeUnknown } from '../core/describe-unknown.ts'
import type { BootCapability, Tool } from '../core/tool-def.ts'
import { isPermitted, requirementsOf } from './boot-capabilities.ts'
import { findRefusal, PROFILES, parseProfile, type ToolSet } from './profiles.ts'

/** Per-tool switches of a config; they win over everything that is declared. */
export interface ToolSwitches {
  readonly enable?: readonly string[]
  readonly disable?: readonly string[]
}

/** The tools that an agent asks for. */
export interface Declaration extends ToolSwitches {
  readonly name: string
  /** It asks for what any of these admits. */
  readonly sets: readonly ToolSet[]
  /** Tools that it asks for besides, and without; what is left out stays out. */
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  /** Set where nothing may go beyond what any of these admits. */
  readonly within?: readonly ToolSet[]
}

/** What a process can offer; without a member nothing is held back for it. */
export interface Surroundings {
  readonly chainId?: number
  readonly capabilities?: readonly BootCapability[]
  readonly protocols?: AllowedProtocols
}

/** The protocols that the owner allows, by id. */
export interface AllowedProtocols {
  readonly allowed: readonly string[]
  /** What every agent stands on: its reads and what the owner approves stay, allowed or not. */
  readonly ground: readonly string[]
}

/** Why a tool is not there. */
export type MissingReason =
  | { readonly kind: 'category' | 'tier' | 'trait' | 'excluded' | 'disabled' | 'profile' | 'parent' }
  | { readonly kind: 'protocol'; readonly protocol: string }
  | { readonly kind: 'chain'; readonly chainId: number; readonly supported: readonly number[] }
  | { readonly kind: 'capability'; readonly lacks: BootCapability }

/** A tool that is not there. */
export interface MissingTool {
  readonly tool: Tool
  readonly reason: MissingReason
}

/** The tools that an agent gets. */
export interface ResolvedProfile {
  readonly name: string
  readonly tools: readonly Tool[]
  /** False when none of them can change anything by preview and commit: then no action route exists. */
  readonly mayAct: boolean
  /** All others of the catalogue. */
  readonly missing: readonly MissingTool[]
}

/** Declare the tools of a profile, or of several that are composed with a comma. @throws RangeError */
export function declareProfile(composed: string, switches: ToolSwitches = {}): Declaration {
  const parsed = parseProfile(composed)
  if ('unknown' in parsed)
    throw new RangeError(describeUnknown('profile', parsed.unknown, Object.keys(PROFILES)))
  return { name: composed, sets: parsed.names.map((name) => PROFILES[name]), ...switches }
}

/**
 * Resolve a declaration against a catalogue: every tool is there, or missing for the first reason that holds.
 *
 * @throws RangeError when it names a tool that does not exist
 */
export function resolveTools(
  declaration: Declaration,
  catalogue: readonly Tool[],
  surroundings: Surroundings = {},
): ResolvedProfile {
  assertKnown(declaration, catalogue)
  const tools: Tool[] = []
  const missing: MissingTool[] = []
  for (const tool of catalogue) {
    const reason = findUndeclared(declaration, tool) ?? findHeldBack(surroundings, tool)
    if (reason === undefined) tools.push(tool)
    else missing.push({ tool, reason })
  }
  return { name: declaration.name, tools, mayAct: tools.some(isPermitted), missing }
}

function assertKnown(
  { enable = [], disable = [], include = [], exclude = [] }: Declaration,
  catalogue: readonly Tool[],
): void {
  const known = catalogue.map(({ name }) => name)
  const unknown = [...enable, ...disable, ...include, ...exclude].find((name) => !known.includes(name))
  if (unknown !== undefined) throw new RangeError(describeUnknown('tool', unknown, known))
}

/** Say why a declaration does not ask for a tool. */
function findUndeclared(declaration: Declaration, tool: Tool): MissingReason | undefined {
  const { sets, within, include, exclude, enable, disable } = declaration
  if (disable?.includes(tool.name)) return { kind: 'disabled' }
  if (enable?.includes(tool.name)) return undefined
  if (exclude?.includes(tool.name)) return { kind: 'excluded' }
  const refusal = include?.includes(tool.name) ? undefined : refusalOfAll(sets, tool)
  if (refusal) return { kind: refusal }
  return within && refusalOfAll(within, tool) ? { kind: 'profile' } : undefined
}

/** Say why none of several sets admits a tool: what is nearest to admitting it. */
function refusalOfAll(sets: readonly ToolSet[], tool: Tool) {
  const refusals = sets.map((set) => findRefusal(set, tool))
  if (refusals.includes(undefined)) return undefined
  return refusals.find((refusal) => refusal !== 'category') ?? 'category'
}

/** Say why the process does not offer a tool. */
function findHeldBack(
  { chainId, capabilities, protocols }: Surroundings,
  tool: Tool,
): MissingReason | undefined {
  if (protocols && !isAllowed(protocols, tool)) return { kind: 'protocol', protocol: tool.protocol ?? 'none' }
  const supported = supportedChainsOf(tool)
  if (chainId !== undefined && !supported.includes(chainId)) return { kind: 'chain', chainId, supported }
  const lacks = capabilities && requirementsOf(tool).find((needed) => !capabilities.includes(needed))
  return lacks && { kind: 'capability', lacks }
}

function isAllowed({ allowed, ground }: AllowedProtocols, { protocol = '', capability }: Tool): boolean {
  return allowed.includes(protocol) || (capability !== 'write' && ground.includes(protocol))
}
