import type { Grant } from '../../../vocabulary/intent.ts'
import { exactly } from '../../../vocabulary/interval.ts'
import { deny } from '../verdict.ts'
import { type Effect, emptyCage, has, idle, type Lists, refuse } from './effect.ts'

/** Say what authority does that lapses: it counts in full, whether it is used or not. */
export function deriveGrant(intent: Grant, lists: Lists): Effect {
  const { token, amount, spender, by, untilSeconds, unlimitedFrom } = intent
  const isListed = has(lists.spenders, spender)
  const isAsset = lists.cageAssets.some((asset) => asset.token === token)
  const allowlist = [
    ...(isListed ? [] : [deny('allowlist-guard', 'SPENDER_NOT_ALLOWED')]),
    ...(isAsset ? [] : [deny('allowlist-guard', 'TOKEN_NOT_ALLOWED')]),
  ]
  const cage = [
    ...(isAsset ? [] : [deny('policy-cage', 'CAGE_ASSET_NOT_ALLOWED')]),
    ...(isListed ? [] : [deny('policy-cage', 'CAGE_SPENDER_NOT_ALLOWED')]),
  ]
  return {
    ...idle(false),
    classes: ['increase-position'],
    ...(amount === 0n ? { plan: refuse(['ZERO_AMOUNT']) } : {}),
    ...(amount >= unlimitedFrom ? { plan: refuse(['UNLIMITED_APPROVAL', 'INVALID_PARAMS']) } : {}),
    growth: [{ token, amount: exactly(amount) }],
    lists: { cage: by === 'signature' ? [] : cage, allowlist },
    cage: by === 'signature' ? undefined : emptyCage(false),
    untilSeconds,
  }
}
