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
  const isMessage = by === 'message'
  // Of a message the cage reads its time and its price before its spender.
  const sooner = ['CAGE_REJECTED', 'CAGE_PRICE_UNAVAILABLE'].map((code) => deny('policy-cage', code))
  return {
    ...idle(false),
    classes: ['increase-position'],
    ...(amount === 0n ? { plan: refuse(['ZERO_AMOUNT']) } : {}),
    ...(amount >= unlimitedFrom ? { plan: refuse(['UNLIMITED_APPROVAL', 'INVALID_PARAMS']) } : {}),
    growth: [{ token, amount: exactly(amount) }],
    lists: { cage: isMessage && cage.length > 0 ? [...cage, ...sooner] : cage, allowlist },
    cage: {
      ...emptyCage(false),
      ...(isMessage ? { pledged: { token, amount, untilSeconds } } : {}),
    },
    untilSeconds,
  }
}
