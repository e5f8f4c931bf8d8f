import { ToolError } from '../../core/errors.ts'
import { findAsset, type SafetyPolicy } from '../policy/policy.ts'
import { LIVE_ALLOWANCES_KEY } from '../store/chain-keys.ts'
import type { ClockReading } from '../store/clocks.ts'
import type { SafetyStore } from '../store/store.ts'
import type { Evidence } from './evidence.ts'
import { type LiveAuthority, NO_AUTHORITY } from './live-allowances.ts'
import { PAR, valueInUsdcRoundedUp } from './valuation.ts'

/** An allowance as an action leaves it at most, USDC base units; null where token or price did not answer. */
interface KeptAllowance {
  readonly token: string
  readonly spender: string
  readonly valueUsdc: string | null
}

/** Reads what others may take on a chain now, beside the entries of the ledger after a moment. */
export type AuthorityReader = (start: ClockReading) => Promise<LiveAuthority>

/** The allowances of the account that stand around an action, the larger of before and after, for the stacks of other chains. */
export function keepLiveAllowances(
  { liveAllowances, prices }: Pick<Evidence, 'liveAllowances' | 'prices'>,
  policy: SafetyPolicy,
): readonly KeptAllowance[] {
  return liveAllowances.flatMap(({ token, spender, before, after }): KeptAllowance[] => {
    if (before === 0n && after === 0n) return []
    const asset = findAsset(policy, token)
    const { highest } = prices.of(token)
    if (before === undefined || after === undefined || asset === undefined || highest === undefined) {
      return [{ token, spender, valueUsdc: null }]
    }
    const most = before > after ? before : after
    const valueUsdc = valueInUsdcRoundedUp(most, asset, asset.isNumeraire ? PAR : highest)
    return [{ token, spender, valueUsdc: valueUsdc.toString() }]
  })
}

/** Note what stands around an action, where it is not what was noted before. */
export function noteLiveAllowances(
  store: Pick<SafetyStore, 'findMeta' | 'writeMeta'>,
  kept: readonly KeptAllowance[],
): void {
  const text = JSON.stringify(kept)
  if (store.findMeta(LIVE_ALLOWANCES_KEY)?.value !== text) store.writeMeta(LIVE_ALLOWANCES_KEY, text)
}

/**
 * Create the sum of what others may take on all other chains. Only the stack of a chain raises allowances there, so where
 * it left none, there are none. Where it left some, the chain itself is asked; without a stack there, all that was left
 * counts, at the price of that time.
 *
 * The sum throws ToolError CHAIN_READ_FAILED and whatever its readers throw
 */
export function createAuthorityElsewhere(
  store: Pick<SafetyStore, 'readElsewhere'>,
  listReaders: () => ReadonlyMap<number, AuthorityReader>,
): AuthorityReader {
  const seenEmpty = new Set<number>()
  return async (start) => {
    const kept = new Map(
      store.readElsewhere(LIVE_ALLOWANCES_KEY).map(({ chainId, value }) => [chainId, value]),
    )
    const readers = listReaders()
    let sum = NO_AUTHORITY
    for (const chainId of new Set([...kept.keys(), ...readers.keys()])) {
      const left = kept.get(chainId)
      const read = readers.get(chainId)
      if (left === undefined ? seenEmpty.has(chainId) : left === '[]') continue
      const live = read ? await read(start) : sumKept(chainId, left ?? '[]')
      if (left === undefined && live.totalUsdc === 0n) seenEmpty.add(chainId)
      sum = {
        totalUsdc: sum.totalUsdc + live.totalUsdc,
        unguardedUsdc: sum.unguardedUsdc + live.unguardedUsdc,
      }
    }
    return sum
  }
}

/** Sum what a chain's stack left there; nobody can tell any more what of it was guarded. */
function sumKept(chainId: number, text: string): LiveAuthority {
  let totalUsdc = 0n
  for (const { spender, valueUsdc } of JSON.parse(text) as readonly KeptAllowance[]) {
    if (valueUsdc === null) {
      const subject = `what ${spender} may take on chain ${chainId}`
      throw new ToolError('CHAIN_READ_FAILED', {
        subject,
        reason: 'its worth was not known when it was noted',
      })
    }
    totalUsdc += BigInt(valueUsdc)
  }
  return { totalUsdc, unguardedUsdc: totalUsdc }
}
