import type { PublicClient } from 'viem'
import { expect, test } from 'vitest'
import type { Stage } from '../stage/stage.ts'
import type { AttackScope } from '../vocabulary/attack.ts'
import { EMBEDDED_BOOK as book } from '../world/embedded-book.ts'
import { valueCage } from './measure-loss.ts'

const token = (symbol: string) => {
  const found = book.tokens.find((known) => known.symbol === symbol)
  if (found === undefined) throw new Error(`no ${symbol}`)
  return found.address
}

/** A cage with 100 USDC in its wallet and these amounts in a position. */
function valueWith(...legs: readonly (readonly [symbol: string, amount: bigint])[]) {
  const lots = legs.map(([symbol, amount]) => ({
    units: 1n,
    index: 1n,
    legs: [{ token: token(symbol), amount }],
  }))
  const stage = {
    oracle: {
      readBalancesOf: async (watch: readonly { token: string }[]) =>
        watch.map((watched) => (watched.token === token('USDC') ? 100_000_000n : 0n)),
      readPositions: async () => [{ protocol: 'lender', lots }],
    },
  } as unknown as Stage
  // A cage that says that it lost nothing.
  const client = { readContract: async () => 10n ** 15n } as unknown as PublicClient
  return valueCage(stage, { token, client } as unknown as AttackScope)
}

test('default: what positions hold and owe counts as it is observed, whatever the cage says of its worth', async () => {
  expect(await valueWith()).toBe(100_000_000n)
  expect(await valueWith(['WETH', 10n ** 18n])).toBe(3_100_000_000n)
  expect(await valueWith(['WETH', 10n ** 18n], ['USDC', -500_000_000n])).toBe(2_600_000_000n)
})

test('boundary: what is held is rounded down, and what is owed up', async () => {
  expect(await valueWith(['DAI', 1n])).toBe(100_000_000n)
  expect(await valueWith(['DAI', -1n])).toBe(99_999_999n)
})
