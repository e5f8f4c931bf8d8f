import { expect, test } from 'vitest'
import type { CommitReport } from '../../tools/agent/stack.ts'
import { ACTORS } from '../world/actors.ts'
import { EMBEDDED_BOOK } from '../world/embedded-book.ts'
import { createObserver } from './observer.ts'
import type { Oracle } from './oracle.ts'

const cage = ACTORS.recipient.address
const [TOKEN] = EMBEDDED_BOOK.tokens
const token = TOKEN?.address as `0x${string}`

/** Observe a commit after which the balance has grown by one amount while its tool, by the logs, reports another. */
async function observe(amounts: { expected: bigint; reported: bigint; moved: bigint }) {
  let balance = 1_000n
  const outcome = (deltaBaseUnits: bigint) => ({ assets: [{ token, account: cage, deltaBaseUnits }] })
  const observer = createObserver({
    oracle: {
      watch: [{ token, account: cage }],
      readBalances: async () => ({ blockNumber: 1n, balances: [balance] }),
    } as unknown as Oracle,
    book: EMBEDDED_BOOK,
    cage,
    headChanged: () => true,
  })
  const { contradictions } = await observer.observe(async () => {
    balance += amounts.moved
    observer.onCommitted({
      tool: 'a_tool',
      expectedOutcome: outcome(amounts.expected),
      actualOutcome: outcome(amounts.reported),
      body: { plan: { expectation: { toleranceBps: 50 } } },
    } as unknown as CommitReport)
    return {}
  })
  return contradictions.map(({ law }) => law)
}

test.each([
  ['all three agree', { expected: 500n, reported: 500n, moved: 500n }, []],
  [
    'events claim more than balances show',
    { expected: 500n, reported: 550n, moved: 500n },
    ['oracle.actual-is-observed'],
  ],
  [
    'events claim what was expected and nothing moved',
    { expected: 500n, reported: 500n, moved: 0n },
    ['oracle.actual-is-observed', 'oracle.observed-within-tolerance'],
  ],
  [
    'events are true and it is too little',
    { expected: 500n, reported: 450n, moved: 450n },
    ['oracle.observed-within-tolerance'],
  ],
])('behavior: balances decide when %s', async (_, amounts, laws) => {
  expect(await observe(amounts)).toEqual(laws)
})
