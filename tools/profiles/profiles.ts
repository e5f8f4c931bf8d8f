import { CATEGORIES, type Category, type Tool, type ToolTrait } from '../core/tool-def.ts'

/** Tools that profiles and archetypes are composed of. */
export interface ToolSet {
  readonly categories: readonly Category[]
  /** `read` admits read tools only, whatever the category; `owner` also what the owner approves each time. */
  readonly tier: 'read' | 'owner' | 'all'
  readonly excludedTraits?: readonly ToolTrait[]
}

const ALL_BUT_TESTNET = CATEGORIES.filter((category) => category !== 'testnet')

/** The profiles by name. The `data` category is implied in each. */
export const PROFILES = {
  data: { categories: ['data'], tier: 'read' },
  trader: { categories: ['data', 'trading', 'safety'], tier: 'all' },
  lp: { categories: ['data', 'trading', 'lp', 'safety'], tier: 'all' },
  vault: { categories: ['data', 'vault', 'safety'], tier: 'all' },
  fees: { categories: ['data', 'fees'], tier: 'all' },
  identity: { categories: ['data', 'identity', 'wallet'], tier: 'all' },
  erc8004: { categories: ['data', 'identity'], tier: 'all' },
  intelligence: { categories: ['data', 'intelligence'], tier: 'read' },
  dashboard: { categories: ['data', 'intelligence'], tier: 'read' },
  observatory: { categories: ['data', 'intelligence', 'identity', 'memory'], tier: 'read' },
  learning: { categories: ['data', 'memory', 'self_improvement'], tier: 'all' },
  conservative: {
    categories: ['data', 'trading', 'lp', 'safety'],
    tier: 'all',
    excludedTraits: ['leverage', 'flash-loan', 'multi-hop'],
  },
  active: { categories: ALL_BUT_TESTNET, tier: 'all' },
  golem: { categories: ALL_BUT_TESTNET, tier: 'all' },
  full: { categories: ALL_BUT_TESTNET, tier: 'all' },
  dev: { categories: CATEGORIES, tier: 'all' },
} as const satisfies Record<string, ToolSet>

/** The name of a profile. */
export type ProfileName = keyof typeof PROFILES

/** Split a composed profile into names; answers the first name that does not exist instead. */
export function parseProfile(composed: string): { names: ProfileName[] } | { unknown: string } {
  const names = composed.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !Object.hasOwn(PROFILES, name))
  return unknown === undefined ? { names: names as ProfileName[] } : { unknown }
}

/** Tell whether tools learn: what memory is for is among them. */
export const isLearning = (sets: readonly ToolSet[]): boolean =>
  PROFILES.learning.categories.every((category) =>
    sets.some(({ categories }) => categories.includes(category)),
  )

const ADMITTED = { read: ['read'], owner: ['read', 'privileged'] } as const

/** Say why a set does not admit a tool; undefined when it does. */
export function findRefusal(set: ToolSet, tool: Tool): 'category' | 'tier' | 'trait' | undefined {
  if (tool.category !== 'data' && !set.categories.includes(tool.category)) return 'category'
  if (set.tier !== 'all' && !ADMITTED[set.tier].some((tier) => tier === tool.capability)) return 'tier'
  return tool.traits?.some((trait) => set.excludedTraits?.includes(trait)) ? 'trait' : undefined
}
