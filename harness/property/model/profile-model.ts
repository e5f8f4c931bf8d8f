import type { AuthorityRules } from './authority.ts'

/** Categories of the profiles that may act, by the design's table; `all` stands for every one. */
const CATEGORIES: Readonly<Record<string, readonly string[] | 'all'>> = {
  trader: ['trading', 'safety'],
  lp: ['trading', 'lp', 'safety'],
  vault: ['vault', 'safety'],
  fees: ['fees'],
  identity: ['identity', 'wallet'],
  erc8004: ['identity'],
  learning: ['memory', 'self_improvement'],
  conservative: ['trading', 'lp', 'safety'],
  active: 'all',
  golem: 'all',
  full: 'all',
  dev: 'all',
}

/** The category of each action kind. */
const KINDS: Readonly<Record<string, string>> = {
  'add-liquidity': 'lp',
  'increase-liquidity': 'lp',
  'remove-liquidity': 'lp',
  'close-liquidity': 'lp',
  'collect-fees': 'lp',
  'burn-position': 'lp',
  swap: 'trading',
  'swap-exact-output': 'trading',
  'swap-multi-hop': 'trading',
  'swap-to-price': 'trading',
  wrap: 'trading',
  unwrap: 'trading',
  approve: 'trading',
  'permit2-approve': 'trading',
  'sign-permit': 'trading',
  transfer: 'wallet',
  'transfer-native': 'wallet',
  'revoke-allowance': 'safety',
  'revoke-permit2-allowance': 'safety',
}

/** Whether a profile has an action kind. @throws RangeError when nobody said what kind it is */
export function serves({ profile }: Pick<AuthorityRules, 'profile'>, kind: string): boolean {
  const category = KINDS[kind]
  if (category === undefined) {
    throw new RangeError(`action kind "${kind}" has no category: give it one in profile-model.ts`)
  }
  return profile.split(',').some((name) => {
    if (name === 'conservative' && kind === 'swap-multi-hop') return false
    const categories = CATEGORIES[name.trim()]
    return categories === 'all' || (categories?.includes(category) ?? false)
  })
}
