import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseRange, type PageRequest, parsePlace, readPage, renderPlace } from './log-page.ts'

interface Entry {
  readonly blockNumber: bigint
  readonly logIndex: number
}

/** A chain with a head, whose logs are given. */
const chainOf = (headNumber: bigint) => ({ chain: { getBlockNumber: async () => headNumber } as never })

const readFrom = (entries: readonly Entry[], head: bigint, request: PageRequest) =>
  readPage(chainOf(head), request, async ({ fromBlock, toBlock }) =>
    entries.filter(({ blockNumber }) => blockNumber >= fromBlock && blockNumber <= toBlock),
  )

const placed = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 5 })), {
    maxLength: 60,
    selector: ([block, index]) => `${block}.${index}`,
  })
  .map((pairs) => pairs.map(([block, logIndex]) => ({ blockNumber: BigInt(block), logIndex })))

test('default: pages that follow the cursor give every entry once, in order, whatever their size', async () => {
  await fc.assert(
    fc.asyncProperty(placed, fc.integer({ min: 1, max: 9 }), async (entries, limit) => {
      const read: Entry[] = []
      let page = await readFrom(entries, 40n, { blocks: 41, limit })
      read.push(...page.entries)
      while (!page.page.isComplete) {
        page = await readFrom(entries, 40n, { cursor: page.page.cursor, limit })
        read.push(...page.entries)
      }
      const sorted = entries.toSorted(
        (a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex,
      )
      expect(read).toEqual(sorted)
      expect(page.page.cursor).toBe('40')
    }),
  )
})

test('behavior: an entry that two reads give counts once', async () => {
  const twice = [
    { blockNumber: 3n, logIndex: 1 },
    { blockNumber: 3n, logIndex: 1 },
  ]
  expect((await readFrom(twice, 9n, { blocks: 9 })).entries).toHaveLength(1)
})

test('behavior: a far cursor is followed ten thousand blocks at a time', async () => {
  const { page } = await readFrom([], 25_000n, { cursor: '4' })
  expect(page).toEqual({ fromBlock: '5', toBlock: '10004', cursor: '10004', isComplete: false })
  expect(chooseRange({}, parsePlace('20000.3'), 25_000n)).toEqual({
    fromBlock: 20_000n,
    toBlock: 25_000n,
    isWhole: true,
  })
})

test('behavior: a last block after the head is the head, one before the cursor leaves nothing', async () => {
  expect((await readFrom([], 9n, { toBlock: '50', blocks: 2 })).page.toBlock).toBe('9')
  const { entries, page } = await readFrom([{ blockNumber: 7n, logIndex: 0 }], 9n, {
    cursor: '6',
    toBlock: '5',
  })
  expect([entries, page.cursor, page.isComplete]).toEqual([[], '6', true])
})

test('behavior: places come back as they were written', () => {
  for (const text of ['0', '17', '17.0', '17.42']) expect(renderPlace(parsePlace(text))).toBe(text)
})

test('error: INVALID_PARAMS', async () => {
  await expect(readFrom([], 9n, { cursor: '10' })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
})
