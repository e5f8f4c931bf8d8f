import { expect, test } from 'vitest'
import { countLiveAllowances, listAllowancePairs, seeAllowances } from './live-allowances.ts'
import type { ActionClass } from './phases.ts'
import type { AssetRule, SafetyPolicy } from './policy.ts'
import type { PriceTable } from './valuation.ts'

const TOKEN = '0x0000000000000000000000000000000000000001'
const ROUTER = '0x00000000000000000000000000000000000000a1'
const OTHER = '0x00000000000000000000000000000000000000a2'
const POLICY = {
  assets: [{ token: TOKEN, symbol: 'T', decimals: 6, isNumeraire: true }] as unknown as AssetRule[],
  spenders: [ROUTER, OTHER],
} as unknown as SafetyPolicy
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
  } as unknown as PriceTable,
})
const count = (live: Parameters<typeof evidence>[0], seen: readonly bigint[] = []) =>
  countLiveAllowances(
    evidence(live),
    POLICY,
    SPEND,
    seen.map((amount) => ({ ...PAIR, baseUnits: amount.toString() })),
  )

test('I62: every pair of a token and a spender is asked for', () => {
  expect(listAllowancePairs(POLICY)).toEqual([PAIR, { token: TOKEN, spender: OTHER }])
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
    expect(countLiveAllowances(asked, POLICY, SPEND, [])).toBe(0n)
  }
  const onlyGas = { totalUsdc: 1n, gasUsdc: 1n }
  expect(countLiveAllowances(evidence({ before: 1_000n }), POLICY, onlyGas, [])).toBe(0n)
})

test('I10: an allowance that cannot be read or has no price denies risk', () => {
  expect(() => count({ before: undefined })).toThrow(expect.objectContaining({ code: 'CHAIN_READ_FAILED' }))
  const priceless = evidence({ before: 1n }, { highest: undefined })
  expect(() => countLiveAllowances(priceless, POLICY, SPEND, [])).toThrow(
    expect.objectContaining({ code: 'PRICE_MISSING', layer: 'spending-limiter' }),
  )
})

test('I62: what is noted is what the raised allowances were', () => {
  expect(seeAllowances(evidence({ before: 5n, after: 9n }))).toEqual([{ ...PAIR, baseUnits: '5' }])
  expect(seeAllowances({ ...evidence({ before: 5n }), allowanceGrowth: [] })).toEqual([])
})
