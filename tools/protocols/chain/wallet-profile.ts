import type { Address } from 'viem'

/** What came to an account, or below zero went from it, in one transaction. */
export interface TokenMove {
  readonly hash: string
  readonly blockNumber: bigint
  readonly token: Address
  readonly counterparty: Address
  readonly amount: bigint
}

/** How long amounts of a token stayed before they left again. */
export interface Holding {
  readonly token: Address
  /** What came and left within the range. */
  readonly turnedOver: bigint
  readonly averageBlocks: number
}

/** What an account gave and got of tokens in one transaction, without those that came out even. */
export interface NetChange {
  readonly hash: string
  readonly blockNumber: bigint
  readonly byToken: ReadonlyMap<Address, bigint>
}

/** Net the moves of each transaction, in the order of the transactions. */
export function netByTransaction(moves: readonly TokenMove[]): NetChange[] {
  const byHash = Map.groupBy(moves, ({ hash }) => hash)
  return [...byHash].map(([hash, own]) => {
    const sums = new Map<Address, bigint>()
    for (const { token, amount } of own) sums.set(token, (sums.get(token) ?? 0n) + amount)
    const byToken = new Map([...sums].filter(([, sum]) => sum !== 0n))
    return { hash, blockNumber: own[0]?.blockNumber ?? 0n, byToken }
  })
}

/** Whether a transaction gave one token for another. */
export const isTrade = ({ byToken }: NetChange): boolean =>
  [...byToken.values()].some((sum) => sum > 0n) && [...byToken.values()].some((sum) => sum < 0n)

/**
 * Match what left with what had come, the oldest first (FIFO), a token at a time: how long it stayed, by amount. What was
 * there before the range has no beginning and is passed over.
 */
export function matchHoldings(changes: readonly NetChange[]): Holding[] {
  // Anybody may send any number of tokens that nobody has heard of.
  const ofToken = Map.groupBy(
    changes.flatMap(({ blockNumber, byToken }) =>
      [...byToken].map(([token, sum]) => ({ token, blockNumber, sum })),
    ),
    ({ token }) => token,
  )
  return [...ofToken].flatMap(([token, sums]) => {
    const lots: { readonly blockNumber: bigint; left: bigint }[] = []
    let turnedOver = 0n
    let blockAmounts = 0n
    for (const { blockNumber, sum } of sums) {
      if (sum > 0n) lots.push({ blockNumber, left: sum })
      let leaving = sum < 0n ? -sum : 0n
      while (leaving > 0n && lots[0] !== undefined) {
        const [lot] = lots
        const matched = lot.left < leaving ? lot.left : leaving
        turnedOver += matched
        blockAmounts += matched * (blockNumber - lot.blockNumber)
        lot.left -= matched
        leaving -= matched
        if (lot.left === 0n) lots.shift()
      }
    }
    return turnedOver === 0n
      ? []
      : [{ token, turnedOver, averageBlocks: Number((blockAmounts * 100n) / turnedOver) / 100 }]
  })
}
