import type { Tool } from '../core/tool-def.ts'
import { admits, PROFILES, type ProfileName } from './profiles.ts'

/** Per-tool switches of a config; they win over profiles. */
export interface ToolOverrides {
  readonly enable?: readonly string[]
  readonly disable?: readonly string[]
}

/** The tools that a profile (or several, composed with a comma) gives. */
export interface ResolvedProfile {
  readonly name: string
  readonly tools: readonly Tool[]
  /** False when no tool of the profile can change anything: then no action route exists. */
  readonly mayAct: boolean
}

/** Split a composed profile into names; answers the first name that does not exist instead. */
export function parseProfile(composed: string): { names: ProfileName[] } | { unknown: string } {
  const names = composed.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !Object.hasOwn(PROFILES, name))
  return unknown === undefined ? { names: names as ProfileName[] } : { unknown }
}

/**
 * Resolve a profile against a catalogue: the union of what each named profile admits, then the overrides.
 *
 * @throws RangeError when a profile or an overridden tool does not exist
 */
export function resolveProfile(
  composed: string,
  catalogue: readonly Tool[],
  overrides: ToolOverrides = {},
): ResolvedProfile {
  const parsed = parseProfile(composed)
  if ('unknown' in parsed) {
    throw new RangeError(`unknown profile "${parsed.unknown}"; known: ${Object.keys(PROFILES).join(', ')}`)
  }
  for (const name of [...(overrides.enable ?? []), ...(overrides.disable ?? [])]) {
    if (!catalogue.some((tool) => tool.name === name)) throw new RangeError(`unknown tool "${name}"`)
  }
  const tools = catalogue.filter((tool) => {
    if (overrides.disable?.includes(tool.name)) return false
    if (overrides.enable?.includes(tool.name)) return true
    return parsed.names.some((name) => admits(PROFILES[name], tool))
  })
  const mayAct = tools.some((tool) => tool.capability === 'write' || tool.capability === 'privileged')
  return { name: composed, tools, mayAct }
}
