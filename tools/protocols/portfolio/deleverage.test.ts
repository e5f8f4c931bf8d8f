import * as fc from 'fast-check'
import { type Address, type Hex, pad } from 'viem'
import { expect, test } from 'vitest'
import { type DebtGroup, planGroup } from './deleverage.ts'

const WAD = 10n ** 18n
const priced = (symbol: string, decimals: number, usd: bigint) => ({
  token: { symbol, name: symbol, address: pad('0x1', { size: 20 }) as Address, decimals },
  price: { answer: usd * 10n ** 8n, decimals: 8, updatedAtSeconds: 1, ageSeconds: 0, isStale: false },
})
const USD = priced('USD', 6, 1n)
const COIN = priced('COIN', 18, 3_000n)
const KEY: Hex = pad('0x1', { size: 32 })

/** A debt in USD against coins, of whose value the given share counts. */
const group = (owedUsd: bigint, coins: bigint, countsBps: bigint): DebtGroup => ({
  protocol: 'lender',
  healthWad: (coins * 3_000n * countsBps * WAD) / (10_000n * owedUsd),
  debts: [{ key: KEY, ...USD, amountBaseUnits: owedUsd * 10n ** 6n, valueMicroUsd: owedUsd * 10n ** 6n }],
  held: [{ key: KEY, ...COIN, amountBaseUnits: coins * WAD, valueMicroUsd: coins * 3_000n * 10n ** 6n }],
})
const idle = (...amounts: readonly [typeof USD, bigint][]) =>
  new Map(amounts.map(([token, amountBaseUnits]) => [token.token.symbol, { ...token, amountBaseUnits }]))
const bounds = { targetWad: 2n * WAD, swapCostBps: 30n }

test('default: what is owed is paid back from what lies idle, and costs nothing', () => {
  const own = idle([USD, 5_000n * 10n ** 6n])
  const { steps, reachesTarget } = planGroup(group(9_000n, 4n, 8_000n), own, bounds)
  const [step, ...others] = steps
  expect([others, reachesTarget]).toEqual([[], true])
  // 80 % of 12 000 secures 4 800 twice; health is rounded down.
  expect(step).toMatchObject({ type: 'repay', repayBaseUnits: 4_200_000_001n, costMicroUsd: 0n })
  expect(own.get('USD')?.amountBaseUnits).toBe(799_999_999n)
})

test('behavior: another idle token is sold for what is missing', () => {
  const { steps } = planGroup(
    group(9_000n, 4n, 8_000n),
    idle([USD, 1_200n * 10n ** 6n], [COIN, 2n * WAD]),
    bounds,
  )
  expect(steps.map(({ type, repayBaseUnits }) => [type, repayBaseUnits])).toEqual([
    ['repay', 1_200_000_000n],
    ['swap-and-repay', 3_000_000_001n],
  ])
  expect(Number(steps[1]?.soldBaseUnits) / 1e18).toBeCloseTo(1 / 0.997, 8)
})

test('behavior: a healthy debt is left alone', () => {
  expect(planGroup(group(1_000n, 4n, 8_000n), idle(), bounds)).toEqual({ steps: [], reachesTarget: true })
})

test('behavior: what too little with a price is left for does not reach the target', () => {
  const { steps, reachesTarget } = planGroup(
    { ...group(9_000n, 4n, 8_000n), held: [] },
    idle([USD, 1_200n * 10n ** 6n]),
    bounds,
  )
  expect(steps.map(({ type }) => type)).toEqual(['repay'])
  expect(reachesTarget).toBe(false)
})

test('property: selling what secures it reaches the target, whatever of it counts', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1_000n, 8_000n),
      fc.bigInt(5_000n, 10_000n),
      fc.bigInt(1n, 4_000n),
      (owedUsd, countsBps, idleUsd) => {
        const own = group(owedUsd, 4n, countsBps)
        if (own.healthWad < WAD) return
        const { steps, reachesTarget } = planGroup(own, idle([USD, idleUsd * 10n ** 6n]), bounds)
        expect(reachesTarget).toBe(true)
        const repaid = steps.reduce((sum, { repayBaseUnits }) => sum + repayBaseUnits, 0n)
        const sold = steps.reduce((sum, { soldBaseUnits }) => sum + (soldBaseUnits ?? 0n), 0n)
        const owed = owedUsd * 10n ** 6n - repaid
        const secures = ((4n * WAD - sold) * 3_000n * countsBps) / 10n ** 16n
        expect(owed === 0n || (secures * WAD) / owed >= 2n * WAD - 10n ** 12n).toBe(true)
      },
    ),
  )
})
