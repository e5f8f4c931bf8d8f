import { expect, test } from 'vitest'
import { splitBlocks } from './log-parts.ts'

const split = (fromBlock: bigint, toBlock: bigint) =>
  [...splitBlocks({ fromBlock, toBlock }, 3n)].map((part) => [part.fromBlock, part.toBlock])

test('I53: each block of a range is in one part, and no part has more than a provider answers for', () => {
  expect(split(5n, 5n)).toEqual([[5n, 5n]])
  expect(split(5n, 7n)).toEqual([[5n, 7n]])
  expect(split(5n, 11n)).toEqual([
    [5n, 7n],
    [8n, 10n],
    [11n, 11n],
  ])
  expect(split(6n, 5n)).toEqual([])
})
