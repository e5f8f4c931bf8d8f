import type { Claim } from '../../../../tools/safety/hooks/hook.ts'
import type { Facts } from '../facts/facts.ts'
import type { AuthorityRules } from './authority.ts'

/** A claim that is this far off is surely wrong; half of it is surely right. */
const CLAIM_BPS = 200n

/** Whether a claim is wrong; undefined when it is about as far off as is tolerated. */
export function isFalse(claim: Claim, facts: Facts, { decimals }: AuthorityRules): boolean | undefined {
  if (!decimals.has(claim.token)) return true
  if (claim.subject === 'symbol') return claim.value !== claim.token
  if (claim.subject !== 'balance' || !/^\d+$/.test(claim.value)) return undefined
  const [claimed, held] = [BigInt(claim.value), facts.balances.get(claim.token) ?? 0n]
  const distance = (claimed > held ? claimed - held : held - claimed) * 10_000n
  return distance > CLAIM_BPS * held
    ? true
    : distance * 2n < CLAIM_BPS * held
      ? false
      : distance === 0n
        ? false
        : undefined
}
