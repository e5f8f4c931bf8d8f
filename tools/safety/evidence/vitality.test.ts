import { describe, expect, test } from 'vitest'
import { deriveVitalityBps, phaseOfVitality } from './vitality.ts'

const THRESHOLDS = {
  thrivingFromBps: 7_000,
  cautiousFromBps: 5_000,
  defensiveFromBps: 3_000,
  survivalFromBps: 1,
}

describe('phaseOfVitality', () => {
  test.each([
    [10_000, 'thriving'],
    [7_000, 'thriving'],
    [6_999, 'cautious'],
    [5_000, 'cautious'],
    [4_999, 'defensive'],
    [3_000, 'defensive'],
    [2_999, 'survival'],
    [1, 'survival'],
    [0, 'terminal'],
  ])('I29: %i bps is %s', (vitalityBps, phase) => {
    expect(phaseOfVitality(vitalityBps, THRESHOLDS)).toBe(phase)
  })

  test.each([-1, 10_001, Number.NaN, 0.5, Number.POSITIVE_INFINITY])('I28: %d is no vitality', (found) => {
    expect(phaseOfVitality(found, THRESHOLDS)).toBeUndefined()
  })
})

describe('deriveVitalityBps', () => {
  const inputs = { drawdownBps: 0, maxDrawdownBps: 1_000, gasBalanceWei: 100n, gasReserveWei: 100n }

  test.each([
    [{}, 10_000],
    [{ drawdownBps: 250 }, 7_500],
    [{ drawdownBps: 999 }, 10],
    // Neither is rounded up, which would put a phase off.
    [{ drawdownBps: 1, maxDrawdownBps: 3 }, 6_666],
    [{ gasBalanceWei: 2n, gasReserveWei: 3n }, 6_666],
    [{ drawdownBps: 1_000 }, 0],
    [{ drawdownBps: 2_000 }, 0],
    [{ maxDrawdownBps: 0 }, 10_000],
    [{ maxDrawdownBps: 0, drawdownBps: 1 }, 0],
    [{ gasBalanceWei: 33n }, 3_300],
    [{ gasBalanceWei: 0n }, 0],
    [{ gasBalanceWei: 33n, drawdownBps: 900 }, 1_000],
    [{ gasBalanceWei: 0n, gasReserveWei: 0n }, 10_000],
  ])('behavior: the scarcer of both counts %#', (changes, expected) => {
    expect(deriveVitalityBps({ ...inputs, ...changes })).toBe(expected)
  })
})
