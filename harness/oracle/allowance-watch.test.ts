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
  const watch = createAllowanceWatch(
    {
      async findApprovals(_, from, to) {
        searched.push(`${from}-${to}`)
        return Object.entries(blocks).flatMap(([at, pairs]) =>
          BigInt(at) >= from && BigInt(at) <= to ? pairs : [],
        )
      },
      tryAllowances: async (pairs) => pairs.map(({ token }) => amountOf(token)),
    },
    owner,
    10n,
  )
  const look = (block: bigint) =>
    watch.follow(
      watch.list().map(({ token }) => amountOf(token)),
      block,
    )
  return { watch, look, searched }
}

test('default: an approval that nobody told of is found by its log, and asked of its token from then on', async () => {
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

test('behavior: blocks that took the place of others are searched', async () => {
  const blocks: Record<number, readonly WatchedAllowance[]> = { 11: [first] }
  const { look, searched } = watchOn(blocks, () => 1n)
  await look(12n)
  await look(10n)
  blocks[11] = [second]
  expect(await look(11n)).toEqual([first, second].map((pair) => ({ ...pair, amount: 1n })))
  expect(searched).toEqual(['11-12', '11-11'])
})
