import { deny, type Prediction } from '../verdict.ts'
import type { JudgedAction } from './judged-action.ts'

/** What the cage's lists say to an action, then the cage itself, then the allow-list. */
export function meetLists(
  { checks, rules, state, effect, facts, permit }: JudgedAction,
  cage: Prediction,
): void {
  const { lists, untilSeconds } = effect
  checks.check(lists.cage.length > 0, ...lists.cage)
  // What is owed may have become unhealthy, or be told by no oracle, before anything is asked for.
  checks.check(
    effect.cage && (effect.lends || !state.cage.isExact) ? undefined : false,
    deny('policy-cage', 'HEALTH_TOO_LOW'),
    deny('policy-cage', 'POSITION_UNREADABLE'),
  )
  const denials = cage.filter((verdict) => verdict !== 'allowed')
  const isDenied = !cage.includes('allowed') && effect.reverts === false
  checks.check(denials.length > 0 && (isDenied || undefined), ...denials)
  const isTooLong =
    untilSeconds !== undefined && !permit && untilSeconds - facts.now.chainSeconds > rules.maxSignatureSeconds
  const deadline = deny('allowlist-guard', effect.cage ? 'ALLOWANCE_DEADLINE' : 'SIGNATURE_DEADLINE')
  const allowlist = [...lists.allowlist, ...(isTooLong ? [deadline] : [])]
  checks.check(allowlist.length > 0, ...allowlist)
}
