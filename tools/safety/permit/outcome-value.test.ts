import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import type { LotChange } from '../../core/lot-changes.ts'
import { EMPTY_OUTCOME, type Outcome } from '../../core/outcome.ts'
import type { PriceReading } from '../evidence/valuation.ts'
import { buildEvidence } from '../fixtures/build-evidence.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { keepPrices, valueOutcome } from './outcome-value.ts'

const ACCOUNT: Address = `0x${'aa'.repeat(20)}`
const OTHER: Address = `0x${'bb'.repeat(20)}`
const USDC: Address = `0x${'01'.repeat(20)}`
const WETH: Address = `0x${'02'.repeat(20)}`
const UNLISTED: Address = `0x${'03'.repeat(20)}`
const FEED: Address = `0x${'0f'.repeat(20)}`
const ETHER = 10n ** 18n

/** The two feeds are 3 000 and 3 001 USD apart. */
const SPREAD: PriceReading = {
  lowest: { answer: 3_000n * 10n ** 8n, decimals: 8 },
  highest: { answer: 3_001n * 10n ** 8n, decimals: 8 },
}

const policy = buildPolicy({
  assets: [
    buildAsset({ token: USDC, symbol: 'USDC', decimals: 6, isNumeraire: true }),
    buildAsset({ token: WETH, symbol: 'WETH', feed: FEED }),
    buildAsset({ token: NATIVE_TOKEN, symbol: 'ETH', feed: FEED }),
  ],
})

const lot = (changes: Pick<LotChange, 'key' | 'kind' | 'before' | 'after'>): LotChange => ({
  protocol: 'pool',
  place: `0x${'00'.repeat(32)}`,
  lot: 0,
  ...changes,
})
const KEY = `0x${'11'.repeat(32)}` as const
const OTHER_KEY = `0x${'22'.repeat(32)}` as const
const NONE = { units: 0n, legs: [] }

function value(
  actual: Partial<Outcome>,
  { reading = SPREAD, lots = [] }: { reading?: PriceReading; lots?: LotChange[] } = {},
) {
  const outcome = { ...EMPTY_OUTCOME, ...actual }
  const evidence = buildEvidence({
    prices: { of: () => reading },
    positions: { before: { positions: [] }, after: { positions: [] }, changes: lots },
  })
  const sheet = keepPrices(evidence, outcome, { policy, book: { wrappedNative: WETH } })
  // As it comes back from the store.
  return valueOutcome(outcome, JSON.parse(JSON.stringify(sheet)), [ACCOUNT])
}
const delta = (token: Address, deltaBaseUnits: bigint, account = ACCOUNT) => ({
  token,
  account,
  deltaBaseUnits,
})

describe('valueOutcome', () => {
  test('I8: what came is worth the lowest price, what went the highest', () => {
    expect(value({ assets: [delta(USDC, -3_000_000_000n), delta(WETH, ETHER)] })).toBe(0n)
    expect(value({ assets: [delta(USDC, 3_000_000_000n), delta(WETH, -ETHER)] })).toBe(-1_000_000n)
    // A base unit of ether is worth less than one of USDC: nothing where it came, one where it went.
    expect(value({ assets: [delta(WETH, 1n)] })).toBe(0n)
    expect(value({ assets: [delta(WETH, -1n)] })).toBe(-1n)
  })

  test('I52: amounts of one token are netted, and the native coin is its wrapped form', () => {
    expect(value({ assets: [delta(WETH, -ETHER), delta(WETH, ETHER)] })).toBe(0n)
    expect(value({ assets: [delta(NATIVE_TOKEN, -ETHER), delta(WETH, ETHER)] })).toBe(0n)
  })

  test("behavior: what is another account's, or not listed, counts for nothing", () => {
    expect(value({ assets: [delta(USDC, 5n, OTHER), delta(UNLISTED, -7n)] })).toBe(0n)
  })

  test('behavior: units of a position are worth what they were when it was simulated, in proportion', () => {
    const opened = lot({
      key: KEY,
      kind: 'held',
      before: NONE,
      after: { units: 100n, legs: [{ token: USDC, amount: 1_000n }] },
    })
    const moved = (unitsDelta: bigint, key: typeof KEY | 'new' = KEY) =>
      value({ positions: [{ protocol: 'pool', key, kind: 'held', unitsDelta }] }, { lots: [opened] })
    expect(moved(100n)).toBe(1_000n)
    expect(moved(50n, 'new')).toBe(500n)
    expect(moved(-33n)).toBe(-330n)
  })

  test('I8: a part of a lot that does not divide is rounded down where it comes, up where it goes', () => {
    const opened = lot({
      key: KEY,
      kind: 'held',
      before: NONE,
      after: { units: 3n, legs: [{ token: USDC, amount: 10n }] },
    })
    const moved = (unitsDelta: bigint) =>
      value({ positions: [{ protocol: 'pool', key: KEY, kind: 'held', unitsDelta }] }, { lots: [opened] })
    expect(moved(1n)).toBe(3n)
    expect(moved(-1n)).toBe(-4n)
  })

  test('behavior: debt that grows is a loss, and debt that falls a gain', () => {
    const borrowed = lot({
      key: KEY,
      kind: 'owed',
      before: NONE,
      after: { units: 10n, legs: [{ token: USDC, amount: -1_000n }] },
    })
    const owed = (unitsDelta: bigint) =>
      value({ positions: [{ protocol: 'pool', key: KEY, kind: 'owed', unitsDelta }] }, { lots: [borrowed] })
    expect(owed(10n)).toBe(-1_000n)
    expect(owed(-10n)).toBe(1_000n)
  })

  test('behavior: units are worth what those of their own kind and place in the position are', () => {
    const opened = (kind: LotChange['kind'], at: number, amount: bigint) => ({
      ...lot({ key: KEY, kind, before: NONE, after: { units: 1n, legs: [{ token: USDC, amount }] } }),
      lot: at,
    })
    const lots = [
      { ...opened('held', 0, 1_000n), protocol: 'vault' },
      opened('leaving', 0, 100n),
      opened('held', 0, 10n),
      opened('held', 1, 1n),
    ]
    const moved = { protocol: 'pool', key: KEY, kind: 'held', unitsDelta: 1n } as const
    expect(value({ positions: [moved] }, { lots })).toBe(10n)
    expect(value({ positions: [{ ...moved, lot: 1 }] }, { lots })).toBe(1n)
    expect(value({ positions: [{ ...moved, kind: 'leaving' }] }, { lots })).toBe(100n)
  })

  test('behavior: without a price, or a lot that was simulated, nothing is guessed', () => {
    const missing: PriceReading = { problem: { kind: 'missing', reason: 'no answer' } }
    expect(value({ assets: [delta(WETH, 1n)] }, { reading: missing })).toBeUndefined()
    expect(value({ assets: [delta(USDC, 1n)] }, { reading: missing })).toBe(1n)
    const held = { protocol: 'pool', key: KEY, kind: 'held', unitsDelta: 1n } as const
    expect(value({ positions: [held] })).toBeUndefined()
    const two = [KEY, OTHER_KEY].map((key) =>
      lot({ key, kind: 'held', before: NONE, after: { units: 1n, legs: [{ token: USDC, amount: 1n }] } }),
    )
    expect(value({ positions: [{ ...held, key: 'new' }] }, { lots: two })).toBeUndefined()
  })
})
