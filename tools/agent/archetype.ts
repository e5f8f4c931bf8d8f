import { describeUnknown } from '../core/describe-unknown.ts'
import type { Category } from '../core/tool-def.ts'
import { PROFILES, parseProfile, type ToolSet } from '../profiles/profiles.ts'
import type { Declaration } from '../profiles/resolve-tools.ts'

/** A role that an agent plays: its tools, and to whom it delegates. */
export interface Archetype {
  readonly name: string
  /** The part of the work that it belongs to. */
  readonly area:
    | 'Golem'
    | 'Execution'
    | 'Strategy'
    | 'Infrastructure'
    | 'Research'
    | 'Economy'
    | 'Real-time'
    | 'Vault'
    | 'Observer'
    | 'Development'
  /** What it is for, in one line. */
  readonly purpose: string
  /** What the model is told that plays it. */
  readonly prompt: string
  /** Its tools: those of a profile (or several, with a comma), or of categories with a tier. */
  readonly tools:
    | { readonly profile: string; readonly tier?: ToolSet['tier'] }
    | { readonly categories: readonly Category[]; readonly tier?: ToolSet['tier'] }
  /** Tools besides and without; an excluded one stays out. */
  readonly toolOverrides?: { readonly include?: readonly string[]; readonly exclude?: readonly string[] }
  /** Names of the archetypes that it may delegate to; no others. */
  readonly delegatesTo: readonly string[]
  /** Set where it ends every chain: it delegates to nobody and changes nothing on chain. */
  readonly isTerminal?: true
  /** Set where it may give up pending permits although it can issue none. */
  readonly cancels?: true
}

/** Define an archetype. */
export const defineArchetype = (archetype: Archetype): Archetype => archetype

/** The archetype whose sub-session reads and advises before a commit. */
export const SAFETY_GUARDIAN = 'safety-guardian'

/** Declare the tools of an archetype. @throws RangeError when its profile does not exist */
export function declareArchetype({ name, tools, toolOverrides = {} }: Archetype): Declaration {
  const { tier } = tools
  const narrow = (set: ToolSet): ToolSet =>
    tier === undefined ? set : { ...set, tier: narrower(set.tier, tier) }
  const sets =
    'profile' in tools ? setsOf(tools.profile) : [{ categories: tools.categories, tier: 'all' } as const]
  return { name, sets: sets.map(narrow), ...toolOverrides }
}

function setsOf(composed: string): readonly ToolSet[] {
  const parsed = parseProfile(composed)
  if ('unknown' in parsed)
    throw new RangeError(describeUnknown('profile', parsed.unknown, Object.keys(PROFILES)))
  return parsed.names.map((name) => PROFILES[name])
}

const TIERS = ['read', 'owner', 'all'] as const

const narrower = (a: ToolSet['tier'], b: ToolSet['tier']) => (TIERS.indexOf(a) < TIERS.indexOf(b) ? a : b)
