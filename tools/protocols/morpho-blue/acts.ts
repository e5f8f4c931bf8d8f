import type { ContractFunctionArgs, Hex } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import type { AllowanceAfter, AssetDelta, PositionDelta } from '../../core/outcome.ts'
import type { Call } from '../../core/plan.ts'
import { TokenSchema, Type } from '../../core/schema.ts'
import { findToken } from '../../core/tokens.ts'
import { buildApproval } from '../../kit/approval.ts'
import { divideUp } from '../../kit/divide-up.ts'
import { morphoAbi } from './abi.ts'
import { BASE } from './base.ts'
import { type Market, MarketIdSchema } from './market.ts'

type Acting = Pick<ToolContext, 'book' | 'account'>

type Act =
  | 'supply'
  | 'withdraw'
  | 'borrow'
  | 'repay'
  | 'supplyCollateral'
  | 'withdrawCollateral'
  | 'liquidate'
  | 'createMarket'
  | 'setAuthorization'

/** Interest between plan and execution that still counts as the expected outcome. */
export const INTEREST_TOLERANCE_BPS = 1

/** Codes that planning for a position may raise. */
export const POSITION_ERROR_CODES = [
  'MARKET_NOT_FOUND',
  'PROTOCOL_NOT_DEPLOYED',
  'UNKNOWN_TOKEN',
  'INVALID_PARAMS',
] as const

/** Parameters by which every tool that changes a position names its market, and may name the token to be sure. */
export const POSITION_PARAMETERS = {
  market: MarketIdSchema,
  token: Type.Optional(TokenSchema),
}

/** Build a call of Morpho. */
export const buildAct = <Name extends Act>(
  { book }: Acting,
  functionName: Name,
  args: ContractFunctionArgs<typeof morphoAbi, 'nonpayable', Name>,
): Call => ({
  to: BASE.on(book).morpho,
  valueWei: 0n,
  data: encodeFunctionData({ abi: morphoAbi, functionName, args } as never),
})

/** Let Morpho take exactly this much. */
export const allowMorpho = ({ book }: Acting, token: TokenInfo, amountBaseUnits: bigint): Call =>
  buildApproval(token.address, BASE.on(book).morpho, amountBaseUnits)

/** What an action leaves of an allowance for Morpho: nothing. */
export const spentAllowance = ({ book, account }: Acting, token: TokenInfo): AllowanceAfter => ({
  token: token.address,
  owner: account,
  spender: BASE.on(book).morpho,
  valueBaseUnits: 0n,
})

/** What an amount that grows with interest may come to by the time it is paid: a basis point more, rounded up. */
export const withInterest = (amount: bigint): bigint =>
  divideUp(amount * BigInt(10_000 + INTEREST_TOLERANCE_BPS), 10_000n)

/** What an amount pays for once interest made it a basis point dearer, rounded down. */
export const withoutInterest = (amount: bigint): bigint =>
  (amount * BigInt(10_000 - INTEREST_TOLERANCE_BPS)) / 10_000n

/** What comes of a token or, below zero, goes. */
export const moves = ({ account }: Acting, token: TokenInfo, deltaBaseUnits: bigint): AssetDelta => ({
  token: token.address,
  account,
  deltaBaseUnits,
})

/** Parts of a position, each a lot of its own in the reader's order. */
const LOTS = {
  lent: { kind: 'held', lot: 0 },
  posted: { kind: 'held', lot: 1 },
  owed: { kind: 'owed', lot: 2 },
} as const

/** A part of a position. */
export type Part = keyof typeof LOTS

/** What changes of a position: shares that are lent or owed, base units of posted collateral. */
export const changes = (key: Hex, part: Part, unitsDelta: bigint): PositionDelta => ({
  protocol: BASE.id,
  key,
  ...LOTS[part],
  unitsDelta,
})

/** The part of a position that a change is of. */
export const partOf = ({ lot }: Pick<PositionDelta, 'lot'>): Part =>
  (Object.keys(LOTS) as Part[]).find((part) => LOTS[part].lot === lot) ?? 'lent'

/** Build the calls that repay an amount, or all shares for about so much: what is allowed on top is taken back. */
export function buildRepayment(
  ctx: Acting,
  { loan, terms }: Market,
  { assets, shares }: { readonly assets: bigint; readonly shares?: bigint },
): Call[] {
  if (shares === undefined) {
    return [allowMorpho(ctx, loan, assets), buildAct(ctx, 'repay', [terms, assets, 0n, ctx.account, '0x'])]
  }
  return [
    allowMorpho(ctx, loan, withInterest(assets)),
    buildAct(ctx, 'repay', [terms, 0n, shares, ctx.account, '0x']),
    allowMorpho(ctx, loan, 0n),
  ]
}

/**
 * Hold what there is against what is needed.
 *
 * @throws ToolError INSUFFICIENT_LIQUIDITY
 */
export function assertEnough(subject: string, found: bigint, expected: bigint): void {
  if (found < expected) throw new ToolError('INSUFFICIENT_LIQUIDITY', { subject, found, expected })
}

/**
 * Hold the token that a caller named against the one that a market takes.
 *
 * @throws ToolError INVALID_PARAMS
 */
export function assertToken(
  { book }: Acting,
  named: string | undefined,
  taken: TokenInfo | undefined,
): asserts taken is TokenInfo {
  if (taken === undefined) {
    throw new ToolError('INVALID_PARAMS', { path: '/market', problem: 'is a market without collateral' })
  }
  if (named === undefined || named.toLowerCase() === taken.address.toLowerCase()) return
  if (findToken(book, named)?.address === taken.address) return
  const problem = `is ${named}, and the market takes ${taken.symbol} (${taken.address})`
  throw new ToolError('INVALID_PARAMS', { path: '/token', problem })
}

/**
 * Take a market's price.
 *
 * @throws ToolError ORACLE_FAILED
 */
export function requirePrice({ price, id, terms }: Market): bigint {
  // A price of nothing is none: nothing can be seized or sold at it.
  if (price !== undefined && price > 0n) return price
  throw BASE.error('ORACLE_FAILED', { market: id, oracle: terms.oracle })
}
