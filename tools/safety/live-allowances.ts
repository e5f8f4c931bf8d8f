import { type Address, isAddressEqual } from 'viem'
import { NATIVE_TOKEN } from '../core/address-book.ts'
import { ToolError } from '../core/errors.ts'
import { type ActionClass, EXITS } from './phases.ts'
import { findAsset, type SafetyPolicy } from './policy.ts'
import { type PriceTable, valueInUsdcRoundedUp } from './valuation.ts'

/** A token and who may take it. */
export interface AllowancePair {
  readonly token: Address
  readonly spender: Address
}

/** An allowance around the simulated action; undefined where the token does not answer. */
export interface LiveAllowance extends AllowancePair {
  readonly before: bigint | undefined
  readonly after: bigint | undefined
}

/** What an allowance was when an action that raises it was decided. */
export interface SeenAllowance extends AllowancePair {
  readonly baseUnits: string
}

/** List every allowance that a policy lets the account grant. */
export const listAllowancePairs = (policy: SafetyPolicy): readonly AllowancePair[] =>
  policy.assets
    .filter(({ token }) => token !== NATIVE_TOKEN)
    .flatMap(({ token }) => policy.spenders.map((spender) => ({ token, spender })))

interface Effects {
  readonly actionClass: ActionClass
  readonly allowanceGrowth: readonly AllowancePair[]
  readonly liveAllowances: readonly LiveAllowance[]
  readonly prices: PriceTable
}

const isSamePair = (a: AllowancePair, b: AllowancePair) =>
  isAddressEqual(a.token, b.token) && isAddressEqual(a.spender, b.spender)

/** Note what the allowances were that an action raises. */
export const seeAllowances = ({ liveAllowances, allowanceGrowth }: Effects): readonly SeenAllowance[] =>
  liveAllowances.flatMap(({ token, spender, before }) =>
    before !== undefined && allowanceGrowth.some((growth) => isSamePair(growth, { token, spender }))
      ? [{ token, spender, baseUnits: before.toString() }]
      : [],
  )

/**
 * Count the allowances that outlived the entries which granted them, in USDC base units at the highest price, beside a
 * spend.
 *
 * What an entry of the window granted is in the ledger; as nobody can tell which part of an allowance was taken first,
 * all that stood before the earliest such grant, and still stands, was granted earlier. What the action itself takes or
 * gives back stands no longer. Exits, and what costs nothing but gas, ask for no authority and are never held up.
 *
 * @throws ToolError PRICE_MISSING, CHAIN_READ_FAILED
 */
export function countLiveAllowances(
  evidence: Effects,
  policy: SafetyPolicy,
  spend: { readonly totalUsdc: bigint; readonly gasUsdc: bigint },
  seen: readonly SeenAllowance[],
): bigint {
  if (EXITS.includes(evidence.actionClass) || spend.totalUsdc === spend.gasUsdc) return 0n
  return evidence.liveAllowances.reduce((sum, { before, after, ...pair }) => {
    const asset = findAsset(policy, pair.token)
    const token = asset?.symbol ?? pair.token
    if (before === undefined || after === undefined) {
      throw new ToolError('CHAIN_READ_FAILED', {
        subject: `what ${pair.spender} may take of ${token}`,
        reason: 'the token does not answer',
      })
    }
    const bounds = seen.flatMap((entry) => (isSamePair(entry, pair) ? [BigInt(entry.baseUnits)] : []))
    const standing = [before, after, ...bounds].reduce((a, b) => (a < b ? a : b))
    if (standing === 0n) return sum
    const { highest } = evidence.prices.of(pair.token)
    if (asset === undefined || highest === undefined) {
      throw new ToolError('PRICE_MISSING', {
        token,
        reason: 'an allowance of it lives and no source answers',
      })
    }
    return sum + (asset.isNumeraire ? standing : valueInUsdcRoundedUp(standing, asset, highest))
  }, 0n)
}
