import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ToolError } from '../core/errors.ts'
import { getSqrtRatioAtTick } from './concentrated-liquidity.ts'
import {
  computePriceImpactBps,
  parsePrice,
  renderExecutionPrice,
  renderInversePoolPrice,
  renderPoolPrice,
  renderRatio,
} from './pool-price.ts'
import { maximumAfterSlippage, minimumAfterSlippage, slippageOfLimit } from './slippage.ts'

const usdc = { decimals: 6 }
const weth = { decimals: 18 }

test('default', () => {
  expect(renderRatio(1n, 3n)).toBe('0.333333333333')
  expect(renderRatio(10n ** 20n, 3n)).toBe('33333333333300000000')
  expect(renderRatio(1n, 10n ** 15n)).toBe('0.000000000000001')
  expect(renderRatio(3000n, 1n)).toBe('3000')
  expect(renderRatio(12_345_678_901_234n, 10n ** 6n)).toBe('12345678.9012')
  expect(renderRatio(0n, 5n)).toBe('0')
  expect(renderExecutionPrice(3_000_000_000n, usdc, 10n ** 18n, weth)).toBe('0.000333333333333')
})

test('behavior: rendered ratios are right to 11 digits', () => {
  const positive = fc.bigInt(1n, 10n ** 40n)
  fc.assert(
    fc.property(positive, positive, (a, b) => {
      const rendered = Number(renderRatio(a, b))
      expect(Math.abs(rendered / (Number(a) / Number(b)) - 1)).toBeLessThan(1e-11)
    }),
  )
})

test('behavior: a price is parsed to what renders as that price', () => {
  for (const price of ['3000', '3000.5', '0.00001234']) {
    const sqrtPrice = parsePrice(price, { base: weth, quote: usdc, baseIsToken0: false, path: '/p' })
    expect(Number(renderInversePoolPrice(sqrtPrice, usdc, weth))).toBeCloseTo(Number(price), 6)
    const other = parsePrice(price, { base: weth, quote: usdc, baseIsToken0: true, path: '/p' })
    expect(Number(renderPoolPrice(other, weth, usdc))).toBeCloseTo(Number(price), 6)
  }
})

test('error: INVALID_PARAMS', () => {
  for (const price of ['0', `1${'0'.repeat(60)}`]) {
    let code = ''
    try {
      parsePrice(price, { base: weth, quote: weth, baseIsToken0: true, path: '/p' })
    } catch (error) {
      code = (error as ToolError).code
    }
    expect(code).toBe('INVALID_PARAMS')
  }
})

test('behavior: price impact leaves the fee out', () => {
  const hop = { feeTier: 3_000, sqrtPriceX96: getSqrtRatioAtTick(0), zeroForOne: true }
  expect(computePriceImpactBps(1_000_000n, 997_000n, [hop])).toBe(0)
  expect(computePriceImpactBps(1_000_000n, 987_030n, [hop])).toBe(100)
  expect(computePriceImpactBps(1_000_000n, 994_009n, [hop, { ...hop, zeroForOne: false }])).toBe(0)
})

test('behavior: slippage limits round in favour of the account', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 2n ** 128n), fc.integer({ min: 0, max: 10_000 }), (quoted, bps) => {
      const minimum = minimumAfterSlippage(quoted, bps)
      const maximum = maximumAfterSlippage(quoted, bps)
      expect(minimum * 10_000n >= quoted * BigInt(10_000 - bps)).toBe(true)
      expect(maximum * 10_000n <= quoted * BigInt(10_000 + bps)).toBe(true)
      expect(slippageOfLimit(quoted, minimum)).toBeLessThanOrEqual(bps)
      expect(slippageOfLimit(quoted, maximum)).toBeLessThanOrEqual(bps)
    }),
  )
})
