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
