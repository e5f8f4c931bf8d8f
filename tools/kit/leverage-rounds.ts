import type { Address } from 'viem'
import { ToolError } from '../core/errors.ts'
import type { BuyNeed } from '../core/need.ts'

/** Borrow so much, and buy so much collateral with it. */
export interface BuyingRound {
  readonly borrowed: bigint
  readonly bought: bigint
}

/** Take so much collateral out, and pay so much of what is owed with at most that. */
export interface SellingRound {
  readonly sold: bigint
  readonly repaid: bigint
}

/** Both tokens of a leveraged position. */
interface Sides {
  readonly collateral: Address
  readonly owed: Address
}

/** Refuse what takes more rounds than one transaction has room for: the error to throw. */
export const tooManyRounds = (path: string, most: number): ToolError =>
  new ToolError('INVALID_PARAMS', { path, problem: `needs more than ${most} rounds` })

/**
 * What a sale brings at worst of its price, of 10 000.
 *
 * @throws ToolError INVALID_PARAMS where that is nothing: no number of rounds would repay anything
 */
export function leastShareOf(slippageBps: number): bigint {
  if (slippageBps < 10_000) return BigInt(10_000 - slippageBps)
  throw new ToolError('INVALID_PARAMS', { path: '/slippageBps', problem: 'lets a sale bring nothing' })
}

/** State what each round buys: it borrows, buys, then allows and supplies, behind the two calls of the own collateral. */
export const buyInEach = (
  { collateral, owed }: Sides,
  rounds: readonly BuyingRound[],
): [BuyNeed, ...BuyNeed[]] =>
  rounds.map(
    ({ bought, borrowed }, index): BuyNeed => ({
      need: 'swap',
      exact: 'output',
      tokenIn: owed,
      tokenOut: collateral,
      amountOutBaseUnits: bought,
      mostInBaseUnits: borrowed,
      afterCalls: 3 + 3 * index,
    }),
  ) as [BuyNeed, ...BuyNeed[]]

/**
 * State what each round buys with collateral, right behind its first call, which takes that out: no more than it repays,
 * so that nothing is left of a token that the account did not hold.
 */
export const sellInEach = (
  { collateral, owed }: Sides,
  rounds: readonly SellingRound[],
  callsPerRound: number,
): [BuyNeed, ...BuyNeed[]] =>
  rounds.map(
    ({ sold, repaid }, index): BuyNeed => ({
      need: 'swap',
      exact: 'output',
      tokenIn: collateral,
      tokenOut: owed,
      amountOutBaseUnits: repaid,
      mostInBaseUnits: sold,
      afterCalls: 1 + callsPerRound * index,
    }),
  ) as [BuyNeed, ...BuyNeed[]]
