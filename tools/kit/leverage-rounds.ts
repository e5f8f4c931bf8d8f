import type { Address } from 'viem'
import { ToolError } from '../core/errors.ts'
import type { BuyNeed, SellNeed } from '../core/need.ts'

/** Borrow so much, and buy so much collateral with it. */
export interface BuyingRound {
  readonly borrowed: bigint
  readonly bought: bigint
}

/** Take so much collateral out, and get at least so much of what is owed for it. */
export interface SellingRound {
  readonly sold: bigint
  readonly least: bigint
}

/** Both tokens of a leveraged position. */
interface Sides {
  readonly collateral: Address
  readonly owed: Address
}

/** Refuse what takes more rounds than one transaction has room for: the error to throw. */
export const tooManyRounds = (path: string, most: number): ToolError =>
  new ToolError('INVALID_PARAMS', { path, problem: `needs more than ${most} rounds` })

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

/** State what each round sells: right behind its first call, which takes the collateral out. */
export const sellInEach = (
  { collateral, owed }: Sides,
  rounds: readonly SellingRound[],
  callsPerRound: number,
): [SellNeed, ...SellNeed[]] =>
  rounds.map(
    ({ sold, least }, index): SellNeed => ({
      need: 'swap',
      exact: 'input',
      tokenIn: collateral,
      tokenOut: owed,
      amountInBaseUnits: sold,
      leastOutBaseUnits: least,
      afterCalls: 1 + callsPerRound * index,
    }),
  ) as [SellNeed, ...SellNeed[]]
