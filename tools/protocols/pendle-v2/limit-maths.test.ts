import { expect, test } from 'vitest'
import { exponentialWad, type FillTerms, fillOf, ORDER_SIDES } from './limit-maths.ts'

const WAD = 10n ** 18n
const YEAR_SECONDS = 31_536_000n
const [SY_FOR_PT, PT_FOR_SY, SY_FOR_YT, YT_FOR_SY] = ORDER_SIDES

/** A year at which PT cost half an asset, of SY that are worth five quarters of one. */
const HALVED: Omit<FillTerms, 'side'> = {
  making: 800n * WAD,
  lnImpliedRate: 693_147_180_559_945_310n,
  lnFeeRate: 0n,
  pyIndex: (5n * WAD) / 4n,
  secondsLeft: YEAR_SECONDS,
}
/** A fee of a hundredth of what PT cost. */
const CHARGED = { ...HALVED, lnFeeRate: 9_950_330_853_168_083n }

const wholes = (fill: ReturnType<typeof fillOf>) =>
  fill && [fill.pays, fill.gets].map((amount) => Number(amount) / 1e18)

test('default: e to the power of a number', () => {
  expect(exponentialWad(0n)).toBe(WAD)
  // https://oeis.org/A001113
  expect(exponentialWad(WAD)).toBe(2_718_281_828_459_045_235n)
  expect(exponentialWad(2n * WAD)).toBe(7_389_056_098_930_650_227n)
})

test('behavior: PT pay one asset each, YT the yield of one, both for SY at their worth', () => {
  const at = (side: FillTerms['side']) => wholes(fillOf({ ...HALVED, side }))
  // 800 SY are 1 000 assets: 2 000 PT, or as many YT, at half an asset each.
  expect(at(SY_FOR_PT)).toEqual([2_000, 800])
  expect(at(SY_FOR_YT)).toEqual([2_000, 800])
  // 800 PT or YT are worth 400 assets: 320 SY.
  expect(at(PT_FOR_SY)).toEqual([320, 800])
  expect(at(YT_FOR_SY)).toEqual([320, 800])
})

test('behavior: who fills bears the fee, which is reckoned on the PT that stand behind YT', () => {
  const at = (side: FillTerms['side']) => wholes(fillOf({ ...CHARGED, side }))
  expect(at(SY_FOR_PT)?.[1]).toBeCloseTo(800 / 1.01, 9)
  expect(at(SY_FOR_YT)?.[1]).toBeCloseTo(800 - 8, 9)
  expect(at(PT_FOR_SY)?.[0]).toBeCloseTo(320 * 1.01, 9)
  expect(at(YT_FOR_SY)?.[0]).toBeCloseTo(320 + (320 * 0.01) / 1.01, 9)
})

test('behavior: nothing comes of nothing, of YT without yield, and of a rate beyond the maths of Pendle', () => {
  expect(fillOf({ ...HALVED, side: PT_FOR_SY, making: 0n })).toBeUndefined()
  expect(fillOf({ ...HALVED, side: SY_FOR_PT, making: 0n })).toBeUndefined()
  for (const side of [SY_FOR_YT, YT_FOR_SY]) {
    expect(fillOf({ ...HALVED, side, lnImpliedRate: 0n })).toBeUndefined()
  }
  expect(fillOf({ ...HALVED, side: SY_FOR_PT, lnImpliedRate: 131n * WAD })).toBeUndefined()
  // A fee that is more than all of it.
  expect(fillOf({ ...CHARGED, side: SY_FOR_YT, lnImpliedRate: 9n * 10n ** 15n })).toBeUndefined()
})
