import { CATEGORIES, type Category, type Tool, type ToolTrait } from '../core/tool-def.ts'

/** What a profile admits. The `data` category is implied in each. */
export interface Profile {
  readonly categories: readonly Category[]
  /** `read` admits read tools only, whatever the category. */
  readonly tier: 'read' | 'all'
  readonly excludedTraits?: readonly ToolTrait[]
}

const ALL_BUT_TESTNET = CATEGORIES.filter((category) => category !== 'testnet')

/** The profiles by name. */
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
} as const satisfies Record<string, Profile>

/** The name of a profile. */
export type ProfileName = keyof typeof PROFILES

/** Tell whether a profile admits a tool. */
export function admits(profile: Profile, tool: Tool): boolean {
  const inCategory = tool.category === 'data' || profile.categories.includes(tool.category)
  const inTier = profile.tier === 'all' || tool.capability === 'read'
  const isExcluded = tool.traits?.some((trait) => profile.excludedTraits?.includes(trait)) ?? false
  return inCategory && inTier && !isExcluded
}
