import { describe, expect, test } from 'vitest'
import { type CageRules, NOTHING_REMEMBERED } from './cage-rules.ts'
import type { CageFacts } from './cage-terms.ts'
import { type CapitalState, lookAt, type MovedCapital, payIn, takeOut } from './move-capital.ts'

const ONE = 10n ** 18n
const NOW = 1_000_000

const rules: CageRules = {
  assets: [
    { token: 'USDC', decimals: 6, isBase: true, capUsdc: 2n ** 256n },
    { token: 'WETH', decimals: 18, isBase: false, capUsdc: 2n ** 256n },
  ],
  maxDrawdownBps: 1_000n,
  maxLossBps: 100n,
  maxStaleExitLossBps: 2_000n,
  minRebalanceIntervalSeconds: 60,
  windowSpendCapUsdc: 0n,
  windowLossCapUsdc: 0n,
  hotLaneUsdc: 0n,
}

/** 1 000 USDC and one WETH of 2 000 are 3 000 shares. */
const held = new Map([
  ['USDC', 1_000_000_000n],
  ['WETH', ONE],
])
const state: CapitalState = {
  totalShares: 3_000n * ONE,
  startPrice: ONE,
  counted: held,
  mark: ONE,
  ...NOTHING_REMEMBERED,
}

const facts = (
  change: { readonly wethUsd?: bigint; readonly ageSeconds?: number; readonly gift?: bigint } = {},
) => {
  const { wethUsd = 2_000n, ageSeconds = 0, gift = 0n } = change
  const feed = { decimals: 8, maxStalenessSeconds: 50 }
  return {
    nowSeconds: NOW,
    prices: new Map([
      ['USDC', { ...feed, answer: 10n ** 8n, updatedAtSeconds: NOW }],
      ['WETH', { ...feed, answer: wethUsd * 10n ** 8n, updatedAtSeconds: NOW - ageSeconds }],
    ]),
    wallet: new Map([...held].map(([token, amount]) => [token, token === 'USDC' ? amount + gift : amount])),
  } satisfies CageFacts
}

const next = (moved: MovedCapital): CapitalState => {
  if ('refused' in moved) throw new Error(moved.refused)
  return moved.next
}

describe('payIn', () => {
  test('I33: shares are bought at their value, of which gifts are no part', () => {
    const paid = next(payIn(rules, state, ['USDC', 300_000_000n], facts({ gift: 10n ** 9n })))
    expect(paid.totalShares).toBe(3_300n * ONE)
    expect(paid.counted.get('USDC')).toBe(1_300_000_000n)
    expect(paid.mark).toBe(ONE)
  })

  test('I33: the first deposit begins at one, and sets the mark', () => {
    const empty = { ...state, totalShares: 0n, mark: 0n, counted: new Map() }
    const first = next(payIn(rules, empty, ['USDC', 500_000_000n], facts()))
    expect(first).toMatchObject({ totalShares: 500n * ONE, mark: ONE })
  })

  test('behavior: what begins anew begins at the price that shares had', () => {
    const empty = { ...state, totalShares: 0n, startPrice: 2n * ONE, counted: new Map() }
    expect(next(payIn(rules, empty, ['USDC', 500_000_000n], facts())).totalShares).toBe(250n * ONE)
  })

  test('I10: neither without the price of what is held, nor where shares are worth nothing', () => {
    expect(payIn(rules, state, ['USDC', 1n], facts({ ageSeconds: 51 }))).toEqual({
      refused: 'PriceUnavailable',
    })
    const worthless = { ...state, counted: new Map() }
    expect(payIn(rules, worthless, ['USDC', 1n], facts())).toEqual({ refused: 'NothingToShare' })
  })
})

describe('takeOut', () => {
  test('I33: what was never counted goes first, and burns nothing', () => {
    const taken = next(takeOut(rules, state, ['USDC', 100n], facts({ gift: 100n })))
    expect(taken.totalShares).toBe(state.totalShares)
    expect(taken.counted.get('USDC')).toBe(1_000_000_000n)
  })

  test('I33: what was counted burns its shares, rounded up', () => {
    const taken = next(takeOut(rules, state, ['USDC', 300_000_000n], facts()))
    expect(taken.totalShares).toBe(2_700n * ONE)
    const odd = { ...state, totalShares: 3_000n * ONE + 1n }
    expect(next(takeOut(rules, odd, ['USDC', 300_000_000n], facts())).totalShares).toBe(2_700n * ONE)
  })

  test('I34: old prices stop nobody, and the last good ones count', () => {
    const known = { ...state, lastPrice: new Map([['WETH', 2_000n * 10n ** 8n]]) }
    const taken = next(takeOut(rules, known, ['USDC', 300_000_000n], facts({ wethUsd: 1n, ageSeconds: 51 })))
    expect(taken.totalShares).toBe(2_700n * ONE)
  })

  test('behavior: the last share leaves its price behind', () => {
    const all = { ...state, counted: new Map([['USDC', 1_000_000_000n]]) }
    const taken = next(takeOut(rules, all, ['USDC', 1_000_000_000n], facts()))
    expect(taken).toMatchObject({ totalShares: 0n, startPrice: 333_333_333_333_333_333n })
  })
})

test('I33: a look shows the mark a value, and changes nothing else', () => {
  expect(next(lookAt(rules, state, facts({ wethUsd: 3_000n })))).toEqual({
    ...state,
    candidate: (ONE * 4n) / 3n,
    sampledAt: NOW,
    samples: 1,
  })
  expect(lookAt(rules, state, facts({ ageSeconds: 51 }))).toEqual({ refused: 'PriceUnavailable' })
})
