import { expect, test } from 'vitest'
import { ToolError } from './errors.ts'

test('default: the numbers of an error carry their units', () => {
  const error = new ToolError('SPEND_PER_DAY', { found: 12_000_000n, expected: 10_000_000n })
  expect(error.figures()).toEqual([
    { name: 'found', value: '12000000', unit: 'USDC', decimals: 6 },
    { name: 'expected', value: '10000000', unit: 'USDC', decimals: 6 },
  ])
})

test('behavior: amounts keep their token, plain numbers have no unit, texts are none', () => {
  const held = { baseUnits: 7n, decimals: 18, symbol: 'WETH' }
  expect(new ToolError('HALLUCINATED_BALANCE', { found: held, expected: held }).figures()[0]).toEqual({
    name: 'found',
    value: '7',
    unit: 'WETH',
    decimals: 18,
  })
  expect(new ToolError('RATE_LIMITED', { found: 3, expected: 2, span: 'tick' }).figures()).toEqual([
    { name: 'found', value: '3', unit: '' },
    { name: 'expected', value: '2', unit: '' },
  ])
  expect(new ToolError('PRICE_MISSING', { token: 'T', reason: 'no source answers' }).figures()).toEqual([])
})
