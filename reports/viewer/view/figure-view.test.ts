import { expect, test } from 'vitest'
import { viewFigures } from './figure-view.ts'

test('default', () => {
  expect(
    viewFigures([
      { name: 'spend', value: '250000000', unit: 'USDC', decimals: 6, most: '1000000000', source: 'feed' },
    ]),
  ).toEqual([
    {
      name: 'spend',
      value: { text: '250 USDC', baseUnits: '250000000' },
      bound: 'at most 1,000 USDC',
      percent: 25,
      source: 'feed',
    },
  ])
})

test.each([
  ['above the most', { value: '11', most: '10' }, { isBeyond: true, percent: 100, bound: 'at most 10 s' }],
  ['at the most', { value: '10', most: '10' }, { percent: 100 }],
  ['below the least', { value: '9', least: '10' }, { isBeyond: true, bound: 'at least 10 s' }],
  ['far above', { value: '9'.repeat(80), most: '1' }, { percent: 100, isBeyond: true }],
  ['a most of zero', { value: '0', most: '0' }, { bound: 'at most 0 s' }],
  ['no number', { value: 'unknown', most: '10' }, { value: { text: 'unknown s' } }],
] as const)('behavior: %s', (_, figure, expected) => {
  const [view] = viewFigures([{ name: 'age', unit: 's', ...figure }])
  expect(view).toMatchObject(expected)
  expect(view?.isBeyond).toBe('isBeyond' in expected ? true : undefined)
})

test('behavior: what a denial found and expected is one row, where both are of one unit', () => {
  const found = { name: 'found', value: '77000000', unit: 'USDC', decimals: 6 }
  const expected = { name: 'expected', value: '76000000', unit: 'USDC', decimals: 6 }
  const other = { name: 'nonce', value: '5', unit: '' }
  expect(viewFigures([other, found, expected])).toEqual([
    { name: 'nonce', value: { text: '5' } },
    { name: 'found', value: { text: '77 USDC', baseUnits: '77000000' }, bound: 'expected 76 USDC' },
  ])
  expect(viewFigures([found, { ...expected, unit: 'WETH' }])).toHaveLength(2)
  expect(viewFigures([expected])).toHaveLength(1)
})

test('behavior: one call is no calls', () => {
  expect(viewFigures([{ name: 'calls at any depth', value: '1', unit: 'calls', most: '2' }])).toMatchObject([
    { value: { text: '1 call' }, bound: 'at most 2 calls' },
  ])
})
