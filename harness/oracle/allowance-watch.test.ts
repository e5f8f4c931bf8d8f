import type { Log } from 'viem'
import { expect, test } from 'vitest'
import { ACTORS } from '../world/actors.ts'
import { EMBEDDED_BOOK } from '../world/embedded-book.ts'
import { createAllowanceWatch } from './allowance-watch.ts'
import type { WatchedAllowance } from './oracle.ts'

const owner = ACTORS.recipient.address
const [first, second] = EMBEDDED_BOOK.tokens.map(
  ({ address: token }): WatchedAllowance => ({ token, owner, spender: ACTORS.attacker.address }),
) as [WatchedAllowance, WatchedAllowance]

/** A chain whose blocks announce approvals; tokens answer by what they hold. */
function watchOn(
  blocks: Record<number, readonly WatchedAllowance[]>,
  amountOf: (token: string) => bigint | undefined,
) {
  const searched: string[] = []
  let head = 10n
  const watch = createAllowanceWatch(
    {
      async findApprovals(_, from) {
        searched.push(`${from}-${head}`)
        if (from > head) throw new Error(`block height is ${head} but requested was ${from}`)
        return Object.entries(blocks).flatMap(([at, pairs]) =>
          BigInt(at) >= from && BigInt(at) <= head ? pairs : [],
        )
      },
      listApprovals: (_, logs) => logs.flatMap(({ blockNumber }) => blocks[Number(blockNumber)] ?? []),
      tryAllowances: async (pairs) => pairs.map(({ token }) => amountOf(token)),
    },
    owner,
    10n,
  )
  const look = (
    blockNumber: bigint,
    logs: Parameters<typeof watch.follow>[1] = blockNumber > head ? 'search' : undefined,
  ) => {
    head = blockNumber
    return watch.follow(
      Promise.resolve({ known: watch.list().map(({ token }) => amountOf(token)), blockNumber }),
      logs,
    )
  }
  /** Look with the logs of the next block at hand. */
  const lookWith = (blockNumber: bigint, logs = async () => [{ blockNumber: watch.nextBlock() } as Log]) =>
    look(blockNumber, logs())
  return { watch, look, lookWith, searched }
}

test('I57: an approval that nobody told of is found by its log, and asked of its token from then on', async () => {
  let amount = 5n
  const { look, searched } = watchOn({ 12: [first] }, () => amount)
  expect(await look(10n)).toEqual([])
  expect(await look(12n)).toEqual([{ ...first, amount: 5n }])
  amount = 3n
  expect(await look(14n)).toEqual([{ ...first, amount: 3n }])
  // Nothing is searched twice, and nothing where there is no new block.
  expect(await look(14n)).toEqual([{ ...first, amount: 3n }])
  expect(searched).toEqual(['11-12', '13-14'])
})

test('behavior: one that is announced again is known once, a token that does not answer is left out', async () => {
  const { look, watch } = watchOn({ 11: [first, second], 12: [first] }, (token) =>
    token === first.token ? 1n : undefined,
  )
  await look(11n)
  expect(await look(12n)).toEqual([{ ...first, amount: 1n }])
  expect(watch.list()).toEqual([first, second])
})

test('I57: blocks that took the place of others are searched', async () => {
  const blocks: Record<number, readonly WatchedAllowance[]> = { 11: [first] }
  const { look, searched } = watchOn(blocks, () => 1n)
  await look(12n)
  await look(10n)
  blocks[11] = [second]
  expect(await look(11n)).toEqual([first, second].map((pair) => ({ ...pair, amount: 1n })))
  expect(searched).toEqual(['11-12', '11-11'])
})

test('behavior: a block that was expected and is not there announces nothing, one that was not expected is searched', async () => {
  const { look, searched } = watchOn({ 11: [first] }, () => 1n)
  expect(await look(10n, 'search')).toEqual([])
  expect(await look(11n, undefined)).toEqual([{ ...first, amount: 1n }])
  expect(searched).toEqual(['11-10', '11-11'])
})

test('behavior: of the next block the logs at hand are enough; of more, or where they cannot be read, there is a search', async () => {
  const { look, lookWith, searched } = watchOn({ 11: [first], 13: [second] }, () => 1n)
  const [one, both] = [[first], [first, second]].map((pairs) =>
    pairs.map((pair) => ({ ...pair, amount: 1n })),
  )
  expect(await lookWith(11n)).toEqual(one)
  expect(searched).toEqual([])
  expect(await lookWith(13n)).toEqual(both)
  expect(searched).toEqual(['12-13'])
  expect(await lookWith(14n, () => Promise.reject(new Error('no receipts')))).toEqual(both)
  expect(searched).toEqual(['12-13', '14-14'])
  expect(await look(14n)).toEqual(both)
})

test('I57: logs that cannot be read are no absence of approvals', async () => {
  const watch = createAllowanceWatch(
    {
      findApprovals: () => Promise.reject(new Error('no logs')),
      listApprovals: () => [],
      tryAllowances: async () => [],
    },
    owner,
    10n,
  )
  await expect(watch.follow(Promise.resolve({ known: [], blockNumber: 11n }), 'search')).rejects.toThrow(
    'no logs',
  )
})
