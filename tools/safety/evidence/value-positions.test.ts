import fc from 'fast-check'
import type { Address, Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Lot, LotKind, Position } from '../../core/position.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import type { PriceReading } from './valuation.ts'
import { describePositions, valuePositions } from './value-positions.ts'

const [TOKEN, UNPRICED]: [Address, Address] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`]
const KEY: Hex = `0x${'01'.repeat(32)}`
const policy = buildPolicy({
  assets: [buildAsset({ token: TOKEN, decimals: 6 }), buildAsset({ token: UNPRICED })],
})
const at = (lowest: bigint, highest: bigint) => ({
  of: (token: Address): PriceReading =>
    token === TOKEN
      ? { lowest: { answer: lowest, decimals: 0 }, highest: { answer: highest, decimals: 0 } }
      : { problem: { kind: 'missing', reason: 'the test gives none' } },
})
const lot = (kind: LotKind, amount: bigint, token = TOKEN): Lot => ({
  units: 1n,
  index: 1n,
  legs: [{ token, amount: kind === 'owed' ? -amount : amount }],
  ...(kind === 'leaving' ? { claimableFromSeconds: 9 } : {}),
})
const holding = (...lots: readonly Lot[]): readonly Position[] => [
  { protocol: 'lender', key: KEY, place: KEY, health: 2n * 10n ** 18n, lots },
]

describe('what positions are worth', () => {
  test('I8: assets count at the lowest price and debt at the highest, each kind by itself', () => {
    const all = holding(lot('held', 10n), lot('owed', 10n), lot('leaving', 4n))
    expect(valuePositions(all, policy, at(2n, 3n))).toEqual({ held: 20n, owed: 30n, leaving: 8n })
  })

  test.each([
    6, 18,
  ])('I8: what is counted in is worth a dollar with %i decimals, whatever its feeds say', (decimals) => {
    const counted = buildPolicy({ assets: [buildAsset({ token: TOKEN, decimals, isNumeraire: true })] })
    const units = 5n * 10n ** BigInt(decimals)
    const all = holding(lot('held', units), lot('owed', units + 1n))
    expect(valuePositions(all, counted, at(2n, 3n))).toMatchObject({ held: 5_000_000n, owed: 5_000_001n })
  })

  test('I8: what is held is rounded down and what is owed up', () => {
    const fine = buildPolicy({ assets: [buildAsset({ token: TOKEN, decimals: 7 })] })
    const value = valuePositions(holding(lot('held', 19n), lot('owed', 11n)), fine, at(1n, 1n))
    expect(value).toMatchObject({ held: 1n, owed: 2n })
  })

  test('I10: what has no price is worth nothing, and a debt in it is of unknown size', () => {
    const value = valuePositions(
      holding(lot('held', 9n, UNPRICED), lot('owed', 9n, UNPRICED)),
      policy,
      at(1n, 1n),
    )
    expect(value).toMatchObject({ held: 0n, owed: undefined })
  })

  test('behavior: the answer to a preview tells health only where something is owed', () => {
    const describeAll = (...lots: readonly Lot[]) => describePositions(holding(...lots), policy, at(1n, 1n))
    expect(describeAll(lot('held', 5n))).toMatchObject([{ health: null, held: { baseUnits: '5' } }])
    expect(describeAll(lot('held', 5n), lot('owed', 1n))).toMatchObject([{ health: '2' }])
    expect(describeAll(lot('owed', 9n, UNPRICED))).toMatchObject([{ health: '2', owed: null }])
  })

  test('I8: more of a leg is never worth less, more debt never costs less, and neither moves another kind', () => {
    const amount = fc.bigInt(0n, 2n ** 96n)
    const price = fc.bigInt(1n, 10n ** 12n)
    const kinds: readonly LotKind[] = ['held', 'owed', 'leaving']
    fc.assert(
      fc.property(amount, amount, amount, amount, price, price, (held, owed, leaving, more, low, spread) => {
        const amounts = { held, owed, leaving }
        const value = (found: typeof amounts) =>
          valuePositions(
            holding(...kinds.map((kind) => lot(kind, found[kind]))),
            policy,
            at(low, low + spread),
          )
        const before = value(amounts)
        for (const grown of kinds) {
          const after = value({ ...amounts, [grown]: amounts[grown] + more })
          for (const kind of kinds) {
            if (kind === grown) expect(after[kind]).toBeGreaterThanOrEqual(before[kind] as bigint)
            // An amount of nothing is no debt.
            else if (owed > 0n) expect(after[kind]).toBe(before[kind])
          }
        }
      }),
      { seed: 8, numRuns: 300 },
    )
  })
})
