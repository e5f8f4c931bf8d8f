import { expect, test } from 'vitest'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import type { ActionClass } from '../policy/phases.ts'
import {
  type AllowancePair,
  countLiveAllowances,
  grantAllowances,
  listAllowancePairs,
  type NotedAllowance,
  seeAllowances,
} from './live-allowances.ts'
import type { PriceTable } from './valuation.ts'

const TOKEN = '0x0000000000000000000000000000000000000001'
const ROUTER = '0x00000000000000000000000000000000000000a1'
const OTHER = '0x00000000000000000000000000000000000000a2'
const GONE = '0x00000000000000000000000000000000000000a3'
const POLICY = buildPolicy({
  assets: [buildAsset({ token: TOKEN, decimals: 6, isNumeraire: true })],
  spenders: [ROUTER, OTHER],
})
const PAIR = { token: TOKEN, spender: ROUTER } as const
const SPEND = { totalUsdc: 10n, gasUsdc: 1n }

const evidence = (
  live: { readonly before: bigint | undefined; readonly after?: bigint },
  rest: { readonly actionClass?: ActionClass; readonly highest?: undefined } = {},
) => ({
  actionClass: rest.actionClass ?? ('increase-position' as const),
  allowanceGrowth: [PAIR],
  liveAllowances: [{ ...PAIR, after: live.before, ...live }],
  prices: {
    of: () => ('highest' in rest ? {} : { highest: { answer: 1n, decimals: 0 } }),
  } satisfies PriceTable,
})
const noted = (amount: bigint, unguarded = amount): NotedAllowance => ({
  ...PAIR,
  baseUnits: amount.toString(),
  unguardedBaseUnits: unguarded.toString(),
})
const NOTHING = { seen: [], granted: [] }
const NONE = { totalUsdc: 0n, unguardedUsdc: 0n }
const count = (live: Parameters<typeof evidence>[0], seen: readonly bigint[] = []) =>
  countLiveAllowances(evidence(live), POLICY, SPEND, {
    seen: seen.map((amount) => noted(amount)),
    granted: [],
  }).totalUsdc

test('I62: every pair of a token and a spender is asked for', () => {
  const pairs = [PAIR, { token: TOKEN, spender: OTHER }]
  expect(listAllowancePairs(POLICY)).toEqual({ pairs, granted: 0 })
})

test('I62: what lives from before the window counts, what the window granted or the action takes does not', () => {
  expect(count({ before: 1_000n })).toBe(1_000n)
  expect(count({ before: 1_000n, after: 400n })).toBe(400n)
  expect(count({ before: 1_000n }, [0n])).toBe(0n)
  // 500 of 1 500 are of the window, and 500 were taken since: which ones nobody can tell.
  expect(count({ before: 1_000n }, [1_000n])).toBe(1_000n)
  expect(count({ before: 1_000n }, [700n, 900n])).toBe(700n)
})

test('I62: exits and what costs nothing but gas are not held up', () => {
  for (const actionClass of ['decrease-position', 'close-position', 'read-only'] as const) {
    const asked = evidence({ before: undefined }, { actionClass })
    expect(countLiveAllowances(asked, POLICY, SPEND, NOTHING)).toEqual(NONE)
  }
  const onlyGas = { totalUsdc: 1n, gasUsdc: 1n }
  expect(countLiveAllowances(evidence({ before: 1_000n }), POLICY, onlyGas, NOTHING)).toEqual(NONE)
})

test('I10: an allowance that cannot be read or has no price denies risk', () => {
  expect(() => count({ before: undefined })).toThrow(expect.objectContaining({ code: 'CHAIN_READ_FAILED' }))
  const priceless = evidence({ before: 1n }, { highest: undefined })
  expect(() => countLiveAllowances(priceless, POLICY, SPEND, NOTHING)).toThrow(
    expect.objectContaining({ code: 'PRICE_MISSING', layer: 'spending-limiter' }),
  )
})

test('I62: what is noted is what the raised allowances were', () => {
  expect(seeAllowances(evidence({ before: 5n, after: 9n }), [])).toEqual([noted(5n)])
  expect(seeAllowances(evidence({ before: 5n, after: 9n }), [noted(7n, 2n)])).toEqual([noted(5n, 2n)])
  expect(seeAllowances({ ...evidence({ before: 5n }), allowanceGrowth: [] }, [])).toEqual([])
})

test('I62: an allowance counts after the policy lists its spender no more, and its token still', () => {
  const granted: readonly AllowancePair[] = [
    PAIR,
    { ...PAIR, spender: GONE },
    { token: GONE, spender: ROUTER },
  ]
  expect(listAllowancePairs(POLICY, granted)).toEqual({
    pairs: [PAIR, { token: TOKEN, spender: GONE }, { token: TOKEN, spender: OTHER }],
    granted: 2,
  })
})

test('I58: an allowance that was granted several times is read once, in any letters', () => {
  const again: AllowancePair = { ...PAIR, spender: `0x${ROUTER.slice(2).toUpperCase()}` }
  expect(listAllowancePairs(POLICY, [PAIR, again, PAIR])).toEqual({
    pairs: [PAIR, { token: TOKEN, spender: OTHER }],
    granted: 1,
  })
})

test('I3: what was granted without the guardian counts towards the hot lane, however it was raised and taken', () => {
  let [granted, held]: [readonly NotedAllowance[], bigint] = [[], 0n]
  const raise = (after: bigint, isGuarded: boolean) => {
    granted = grantAllowances(evidence({ before: held, after }), granted, isGuarded)
    held = after
  }
  const unguarded = (seen: readonly NotedAllowance[] = []) =>
    countLiveAllowances(evidence({ before: held }), POLICY, SPEND, { seen, granted }).unguardedUsdc
  raise(100n, true)
  expect(unguarded()).toBe(0n)
  raise(130n, false)
  expect(unguarded()).toBe(30n)
  // In the window the ledger has it, and no more of it than that.
  expect(unguarded([noted(100n, 0n)])).toBe(0n)
  // Which part is taken first nobody can tell.
  held = 50n
  expect(unguarded()).toBe(30n)
  held = 20n
  expect(unguarded()).toBe(20n)
  raise(60n, true)
  expect(unguarded()).toBe(20n)
  // What a signature of the account added later no action granted.
  held = 75n
  expect(unguarded()).toBe(35n)
  held = 0n
  raise(10n, true)
  expect(unguarded()).toBe(0n)
})

test('I3: what an action took back nobody guarded when it is there again', () => {
  const left = grantAllowances(evidence({ before: 100n, after: 40n }), [noted(100n, 70n)], true)
  expect(left).toEqual([noted(40n, 40n)])
  const granted = grantAllowances(evidence({ before: 100n, after: 0n }), [noted(100n, 0n)], false)
  expect(granted).toEqual([noted(0n, 0n)])
  const unguarded = (before: bigint) =>
    countLiveAllowances(evidence({ before }), POLICY, SPEND, { seen: [], granted }).unguardedUsdc
  expect(unguarded(75n)).toBe(75n)
  expect(grantAllowances(evidence({ before: 100n, after: 40n }), [], true)).toEqual([])
})

test('I3: what nothing is remembered of nobody guarded', () => {
  const asked = evidence({ before: 1_000n })
  expect(countLiveAllowances(asked, POLICY, SPEND, NOTHING).unguardedUsdc).toBe(1_000n)
})

test('I62: what was noted of one token says nothing of another that the same spender may take', () => {
  const other = { ...noted(1_000n, 0n), token: GONE } as const
  const [raised, ...kept] = grantAllowances(
    { liveAllowances: [{ ...PAIR, before: 10n, after: 15n }] },
    [other],
    true,
  )
  expect([raised, ...kept]).toEqual([other, noted(15n, 10n)])
  expect(
    countLiveAllowances(evidence({ before: 1_000n }), POLICY, SPEND, {
      seen: [{ ...noted(0n), token: GONE }],
      granted: [other],
    }),
  ).toEqual({ totalUsdc: 1_000n, unguardedUsdc: 1_000n })
})
