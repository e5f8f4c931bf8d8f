import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Holding, matchTrades } from './weights.ts'

const dollars = (balance: bigint): Holding => ({ balance, decimals: 6, price: { answer: 1n, decimals: 0 } })
const UNIT = 10n ** 6n

test('default: what is above its weight goes to what is below, the largest first', () => {
  const holdings = [dollars(700n * UNIT), dollars(300n * UNIT), dollars(0n)]
  expect(matchTrades(holdings, [5_000, 2_000, 3_000], 100)).toEqual([
    { sold: 0, bought: 2, amountIn: 200n * UNIT },
    { sold: 1, bought: 2, amountIn: 100n * UNIT },
  ])
})

test('behavior: prices and decimals count', () => {
  const ether: Holding = { balance: 10n ** 18n, decimals: 18, price: { answer: 3_000_00n, decimals: 2 } }
  expect(matchTrades([ether, dollars(1_000n * UNIT)], [5_000, 5_000], 0)).toEqual([
    { sold: 0, bought: 1, amountIn: 10n ** 18n / 3n },
  ])
})

test('behavior: what is within the band stays', () => {
  const holdings = [dollars(505n * UNIT), dollars(495n * UNIT)]
  expect(matchTrades(holdings, [5_000, 5_000], 50)).toEqual([])
  expect(matchTrades(holdings, [5_000, 5_000], 49)).toHaveLength(1)
  expect(matchTrades([dollars(0n), dollars(0n)], [5_000, 5_000], 0)).toEqual([])
})

test('behavior: trades leave every token at its weight, and sell no more than is above it', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 15n })
  const cuts = fc.tuple(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 10_000 }))
  fc.assert(
    fc.property(fc.tuple(amount, amount, amount), cuts, (balances, [a, b]) => {
      const weights = [Math.min(a, b), Math.max(a, b) - Math.min(a, b), 10_000 - Math.max(a, b)]
      const trades = matchTrades(balances.map(dollars), weights, 0)
      expect(trades.length).toBeLessThan(balances.length)
      const total = balances.reduce((sum, balance) => sum + balance, 0n)
      for (const [place, balance] of balances.entries()) {
        const after = trades.reduce(
          (left, { sold, bought, amountIn }) =>
            left - (sold === place ? amountIn : 0n) + (bought === place ? amountIn : 0n),
          balance,
        )
        const off = after * 10_000n - total * BigInt(weights[place] ?? 0)
        // Each trade rounds down by less than one unit.
        expect(off < 0n ? -off : off).toBeLessThanOrEqual(30_000n)
      }
    }),
  )
})
