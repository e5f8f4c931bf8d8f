import type { Address } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { type ActionClass, EXITS } from '../policy/phases.ts'
import { findAsset, type SafetyPolicy } from '../policy/policy.ts'
import { askBoth, type Providers } from './second-provider.ts'
import { createPriceTable, listFeeds, PAR, type PriceTable, valueInUsdcRoundedUp } from './valuation.ts'

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

/** What an allowance was at a moment, and how much of that was granted without the guardian's signature. */
export interface NotedAllowance extends AllowancePair {
  readonly baseUnits: string
  readonly unguardedBaseUnits: string
}

/** What is remembered of allowances. */
export interface AllowanceHistory {
  /** What they were when the entries of the window that raise them were decided. */
  readonly seen: readonly NotedAllowance[]
  /** What the last action that raised each of them left; what nothing raised nobody guarded. */
  readonly granted: readonly NotedAllowance[]
}

/** What may still be taken, in USDC base units, and how much of it without the guardian ever having signed for it. */
export interface LiveAuthority {
  readonly totalUsdc: bigint
  readonly unguardedUsdc: bigint
}

/**
 * List every allowance of the policy's assets that the policy lets the account grant, or that it once did; those first that
 * were granted.
 */
export function listAllowancePairs(
  policy: SafetyPolicy,
  granted: readonly AllowancePair[] = [],
): { readonly pairs: readonly AllowancePair[]; readonly granted: number } {
  // Whoever granted one may have done so several times.
  const first = granted.filter(
    (pair, index) =>
      findAsset(policy, pair.token) && granted.findIndex((known) => isSamePair(known, pair)) === index,
  )
  const others = policy.assets
    .filter(({ token }) => token !== NATIVE_TOKEN)
    .flatMap(({ token }) => policy.spenders.map((spender) => ({ token, spender })))
    .filter((pair) => !first.some((known) => isSamePair(known, pair)))
  return {
    pairs: [...first.map(({ token, spender }) => ({ token, spender })), ...others],
    granted: first.length,
  }
}

interface Effects {
  readonly actionClass: ActionClass
  readonly allowanceGrowth: readonly AllowancePair[]
  readonly liveAllowances: readonly LiveAllowance[]
  readonly prices: PriceTable
}

/** Tell whether two pairs are one token and one spender. */
export const isSamePair = (a: AllowancePair, b: AllowancePair): boolean =>
  isAddressEqual(a.token, b.token) && isAddressEqual(a.spender, b.spender)

const leastOf = (first: bigint, ...others: readonly bigint[]) =>
  others.reduce((a, b) => (a < b ? a : b), first)

/**
 * Tell how much of an allowance was granted without the guardian. What was taken of it since it was last raised was
 * guarded, if anything of it was; what was added without an action of the stack was not.
 */
function unguardedOf(pair: AllowancePair, found: bigint, granted: readonly NotedAllowance[]): bigint {
  const last = granted.find((known) => isSamePair(known, pair))
  if (last === undefined) return found
  const [left, unguarded] = [BigInt(last.baseUnits), BigInt(last.unguardedBaseUnits)]
  return found > left ? unguarded + found - left : leastOf(found, unguarded)
}

/** Note what the allowances were that an action raises. */
export const seeAllowances = (
  { liveAllowances, allowanceGrowth }: Pick<Effects, 'liveAllowances' | 'allowanceGrowth'>,
  granted: readonly NotedAllowance[],
): readonly NotedAllowance[] =>
  liveAllowances.flatMap(({ token, spender, before }) =>
    before !== undefined && allowanceGrowth.some((growth) => isSamePair(growth, { token, spender }))
      ? [
          {
            token,
            spender,
            baseUnits: before.toString(),
            unguardedBaseUnits: unguardedOf({ token, spender }, before, granted).toString(),
          },
        ]
      : [],
  )

/**
 * Note what the allowances will be that an action raises, with or without the guardian's signature. What it takes of one
 * nobody guards if it is added again without an action of the stack.
 */
export function grantAllowances(
  { liveAllowances }: Pick<Effects, 'liveAllowances'>,
  granted: readonly NotedAllowance[],
  isGuarded: boolean,
): readonly NotedAllowance[] {
  const changed = liveAllowances.flatMap(({ token, spender, before, after }): NotedAllowance[] => {
    if (before === undefined || after === undefined || after === before) return []
    const pair = { token, spender }
    if (after < before && !granted.some((known) => isSamePair(known, pair))) return []
    const held = unguardedOf(pair, before, granted)
    const grown = held + (isGuarded ? 0n : after - before)
    const unguarded = after > before ? grown : leastOf(held, after)
    return [{ ...pair, baseUnits: after.toString(), unguardedBaseUnits: unguarded.toString() }]
  })
  const kept = granted.filter((pair) => !changed.some((other) => isSamePair(other, pair)))
  return changed.length === 0 ? granted : [...kept, ...changed]
}

/**
 * Sum the allowances that outlived the entries which granted them, each at the highest price.
 *
 * What an entry of the window granted is in the ledger; as nobody can tell which part of an allowance was taken first,
 * all that stood before the earliest such grant, and still stands, was granted earlier.
 *
 * @throws ToolError PRICE_MISSING, CHAIN_READ_FAILED
 */
export function sumLiveAllowances(
  { liveAllowances, prices }: Pick<Effects, 'liveAllowances' | 'prices'>,
  policy: SafetyPolicy,
  { seen, granted }: AllowanceHistory,
): LiveAuthority {
  let totalUsdc = 0n
  let unguardedUsdc = 0n
  for (const { before, after, ...pair } of liveAllowances) {
    if (before === undefined || after === undefined) {
      throw new ToolError('CHAIN_READ_FAILED', {
        subject: `what ${pair.spender} may take of ${findAsset(policy, pair.token)?.symbol ?? pair.token}`,
        reason: 'the token does not answer',
      })
    }
    const bounds = seen.filter((noted) => isSamePair(noted, pair))
    const standing = leastOf(before, after, ...bounds.map(({ baseUnits }) => BigInt(baseUnits)))
    if (standing === 0n) continue
    const asset = findAsset(policy, pair.token)
    const { highest } = prices.of(pair.token)
    if (asset === undefined || highest === undefined) {
      throw new ToolError('PRICE_MISSING', {
        token: asset?.symbol ?? pair.token,
        reason: 'an allowance of it lives and no source answers',
      })
    }
    const unguarded = leastOf(
      standing,
      unguardedOf(pair, before, granted),
      ...bounds.map(({ unguardedBaseUnits }) => BigInt(unguardedBaseUnits)),
    )
    const value = (amount: bigint) => valueInUsdcRoundedUp(amount, asset, asset.isNumeraire ? PAR : highest)
    totalUsdc += value(standing)
    unguardedUsdc += value(unguarded)
  }
  return { totalUsdc, unguardedUsdc }
}

/**
 * Count the allowances that live beside a spend, on this chain and elsewhere. What the action itself takes or gives back
 * stands no longer. Exits, and what costs nothing but gas, ask for no authority and are never held up.
 *
 * @throws ToolError PRICE_MISSING, CHAIN_READ_FAILED
 */
export function countLiveAllowances(
  evidence: Effects,
  policy: SafetyPolicy,
  spend: { readonly totalUsdc: bigint; readonly gasUsdc: bigint },
  history: AllowanceHistory,
  elsewhere: LiveAuthority | 'unknown' = NO_AUTHORITY,
): LiveAuthority {
  if (EXITS.includes(evidence.actionClass) || spend.totalUsdc === spend.gasUsdc) return NO_AUTHORITY
  const here = sumLiveAllowances(evidence, policy, history)
  if (elsewhere === 'unknown') {
    throw new ToolError('CHAIN_READ_FAILED', {
      subject: 'what others may take on another chain',
      reason: 'it does not answer',
    })
  }
  return {
    totalUsdc: here.totalUsdc + elsewhere.totalUsdc,
    unguardedUsdc: here.unguardedUsdc + elsewhere.unguardedUsdc,
  }
}

/** Read every allowance at the head, with the prices of the policy. @throws ToolError PROVIDERS_DISAGREE */
export async function readLiveAllowances(
  deps: Providers<'readState'> & { readonly account: Address; readonly policy: SafetyPolicy },
  granted: readonly AllowancePair[],
): Promise<Pick<Effects, 'liveAllowances' | 'prices'>> {
  const { account, policy } = deps
  const { pairs } = listAllowancePairs(policy, granted)
  const query = {
    balances: [],
    allowances: pairs.map((pair) => ({ ...pair, owner: account })),
    codeHashes: [],
    feeds: listFeeds(policy),
  }
  const state = await askBoth('the allowances', deps, (provider) => provider.readState(query))
  return {
    liveAllowances: pairs.map((pair, index) => {
      const held = state.allowances[index]
      return { ...pair, before: held, after: held }
    }),
    prices: createPriceTable(policy, state.feeds, Number(state.timestampSeconds)),
  }
}

/** What nobody may take. */
export const NO_AUTHORITY: LiveAuthority = { totalUsdc: 0n, unguardedUsdc: 0n }
