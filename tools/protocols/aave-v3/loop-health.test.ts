import { expect, test } from 'vitest'
import { toLoopHealth } from './loop-health.ts'
import { WAD } from './rates.ts'

test('default: two times a collateral of 80 % may fall by three eighths', () => {
  expect(toLoopHealth(20_000n, 8_000n)).toEqual({ healthWad: (16n * WAD) / 10n, distanceBps: 3_750n })
})

test('behavior: a part of a basis point that it may fall by is left out', () => {
  expect(toLoopHealth(30_000n, 10_000n)).toEqual({ healthWad: (15n * WAD) / 10n, distanceBps: 3_333n })
})

test('behavior: of a collateral that secures nothing no fall is told', () => {
  expect(toLoopHealth(20_000n, 0n)).toEqual({ healthWad: 0n, distanceBps: undefined })
})
