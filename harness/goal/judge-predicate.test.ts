import { expect, test } from 'vitest'
import type { Stage } from '../stage/stage.ts'
import { ACTORS } from '../world/actors.ts'
import { EMBEDDED_BOOK as book } from '../world/embedded-book.ts'
import { watchPredicate } from './judge-predicate.ts'

/** What misses after a balance was one amount, and is another one: none has to have changed. */
async function missesAfter(...balances: readonly (bigint | undefined)[]) {
  const left = [...balances]
  const stage = {
    book,
    cage: ACTORS.recipient.address,
    oracle: { readBalancesOf: async () => [left.shift()] },
    processes: { isDown: false },
    session: { agent: { safety: { view: {} } } },
  } as unknown as Stage
  const check = { op: '=', value: 0n } as const
  const judge = await watchPredicate(stage, {
    expect: {},
    changes: [{ account: 'cage', token: 'USDC', check }],
  })
  return (await judge()).misses
}

test('default: a change is held against what is expected', async () => {
  expect(await missesAfter(5n, 5n)).toEqual([])
  expect(await missesAfter(5n, 6n)).toHaveLength(1)
})

test.each([
  ['before', undefined, 0n],
  ['after', 0n, undefined],
  ['at all', undefined, undefined],
])('error: a token that gives no answer %s', async (_, before, after) => {
  expect(await missesAfter(before, after)).toEqual([
    'changes: expected cage = 0 USDC, found no answer of USDC',
  ])
})
