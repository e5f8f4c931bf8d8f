import { expect, test } from 'vitest'
import { EMBEDDED_BOOK, UNPRICED_TOKEN } from '../../world/embedded-book.ts'
import { listFeeds } from './token-prices.ts'

const book = EMBEDDED_BOOK

test('default: the feeds of both sources, or of one', () => {
  const [first, second] = listFeeds({ book }, 'WETH')
  expect(first?.address).not.toBe(second?.address)
  expect(listFeeds({ book }, 'WETH', 'primary')).toEqual([first])
  expect(listFeeds({ book }, 'WETH', 'secondary')).toEqual([second])
})

test('error: STEP_IMPOSSIBLE for a token that no feed prices', () => {
  expect(() => listFeeds({ book }, UNPRICED_TOKEN.symbol)).toThrow(
    expect.objectContaining({ code: 'STEP_IMPOSSIBLE' }),
  )
})
