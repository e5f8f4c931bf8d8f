import type { Facts } from '../facts/facts.ts'
import { latest, type Moment } from '../moment.ts'
import { type Checks, deny } from '../verdict.ts'
import type { AuthorityRules, AuthorityState } from './authority.ts'

/** What comes before an action is looked at: providers, clocks, who else acts for the account, what is missing. */
export function meetWorld(
  checks: Checks,
  rules: AuthorityRules,
  state: AuthorityState,
  facts: Facts,
  isSignature: boolean,
  checkTime: (now: Moment) => void = () => undefined,
): Moment {
  const { secondProvider } = rules
  if (secondProvider !== 'off' && secondProvider !== 'agrees') {
    checks.check(
      // Of a signature that is not understood there is no code to disagree on.
      secondProvider === 'code' && isSignature ? undefined : true,
      deny('chain', secondProvider === 'down' ? 'CHAIN_READ_FAILED' : 'PROVIDERS_DISAGREE'),
      ...(secondProvider === 'down' ? [deny('tool', 'TOOL_FAILED')] : []),
    )
  }
  const skew = Math.abs(Math.floor(facts.now.wallMs / 1_000) - facts.now.chainSeconds)
  checks.check(skew > rules.maxClockSkewSeconds, deny('permit', 'PERMIT_CLOCKS_DIVERGED'))
  const now = latest(state.mark, facts.now)
  checkTime(now)
  const { nextNonce, least } = state
  checks.check(nextNonce !== undefined && facts.nonce > nextNonce, deny('permit', 'ACCOUNT_FENCED'))
  checks.check(isMissing(least ?? new Map(), state.pledged, facts), deny('books', 'UNEXPLAINED_DELTA'))
  return now
}

/** Whether less is there than has to be; undefined where it may be what others were let take. */
function isMissing(
  least: ReadonlyMap<string, bigint>,
  pledged: AuthorityState['pledged'],
  { balances }: Facts,
): boolean | undefined {
  const short = [...least].map(([token, amount]) => ({ token, by: amount - (balances.get(token) ?? 0n) }))
  if (short.some(({ token, by }) => by > (pledged.get(token) ?? 0n))) return true
  return short.some(({ by }) => by > 0n) ? undefined : false
}
