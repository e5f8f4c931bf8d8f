import type { AuthorityRules } from './authority/authority.ts'
import { describeKind } from './kind-models.ts'

/** Categories of the profiles that may act, by the design's table; `all` stands for every one, `real` for all but the test net's. */
const CATEGORIES: Readonly<Record<string, readonly string[] | 'all' | 'real'>> = {
  trader: ['trading', 'safety'],
  lp: ['trading', 'lp', 'safety'],
  vault: ['vault', 'safety'],
  fees: ['fees'],
  identity: ['identity', 'wallet'],
  erc8004: ['identity'],
  learning: ['memory', 'self_improvement'],
  conservative: ['trading', 'lp', 'safety'],
  active: 'real',
  golem: 'real',
  full: 'real',
  dev: 'all',
}

/** What a profile leaves out whatever its categories. */
const EXCLUDED: Readonly<Record<string, readonly string[]>> = { conservative: ['multi-hop'] }

/** Whether a profile has a category. */
export const hasCategory = (profile: string, category: string): boolean =>
  profile.split(',').some((name) => {
    const categories = CATEGORIES[name.trim()]
    if (categories === 'real') return category !== 'testnet'
    return categories === 'all' || (categories?.includes(category) ?? false)
  })

/** Whether a profile has the category of an action kind, at any of its venues. @throws RangeError when no testbed says what kind it is */
export const hasCategoryOf = (profile: string, kind: string): boolean =>
  describeKind(kind).some(({ category }) => hasCategory(profile, category))

/** Whether an agent may act at all; one whose profile may not, or that cannot sign, has no way to ask. */
export const mayAct = ({ profile, signer }: Pick<AuthorityRules, 'profile' | 'signer'>): boolean =>
  signer !== 'off' && profile.split(',').some((name) => Object.hasOwn(CATEGORIES, name.trim()))

/** Whether a profile has an action kind, at any of its venues. @throws RangeError when no testbed says what kind it is */
export function serves({ profile }: Pick<AuthorityRules, 'profile'>, kind: string): boolean {
  const venues = describeKind(kind)
  return profile
    .split(',')
    .some((name) =>
      venues.some(
        ({ category, trait }) =>
          hasCategory(name, category) && (trait === undefined || !EXCLUDED[name.trim()]?.includes(trait)),
      ),
    )
}
