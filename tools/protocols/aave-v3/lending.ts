import { type Address, formatUnits, getAddress, type Hex, parseUnits } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import type { AssetDelta, Expectation, PositionDelta } from '../../core/outcome.ts'
import type { Call } from '../../core/plan.ts'
import type { LotKind } from '../../core/position.ts'
import { Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { buildApproval } from '../../kit/approval.ts'
import { poolAbi } from './abi.ts'
import { type Account, readAccount } from './account.ts'
import { BASE } from './base.ts'
import { findClosure, type ReserveAct } from './configuration.ts'
import { computeHealth, findBorrowProblem, findCollateralProblem, type Holding } from './health.ts'
import { growDebt, growSupply, rayDiv, VARIABLE_RATE } from './rates.ts'
import { pickReserve, RESERVE_ERROR_CODES, type Reserve } from './reserve.ts'

/** What planning an action is given. */
export type Planning = Pick<ToolContext, 'book' | 'chain' | 'account'>

/** Codes that planning an action on the account's own position may raise. */
export const LENDING_ERROR_CODES = [
  ...RESERVE_ERROR_CODES,
  'ZERO_AMOUNT',
  'INVALID_PARAMS',
  'RESERVE_CLOSED',
  'HEALTH_FACTOR_TOO_LOW',
  'NOTHING_THERE',
  'CHAIN_READ_FAILED',
  'UNPRICED_ACCOUNT',
  'NO_PRICE',
] as const

/** Interest between plan and execution moves what "everything" is, and how many units an amount comes to. */
export const INTEREST_TOLERANCE_BPS = 1

/** The amount by which the Pool understands everything that is supplied. */
export const MAX_AMOUNT = 2n ** 256n - 1n

/** Least health factor that an action may leave, unless told. */
const DEFAULT_HEALTH = '1.25'

/** Least health factor that an action may leave. */
export const HealthFactorSchema = Type.Optional(
  Type.String({
    pattern: '^(0|[1-9][0-9]{0,5})(\\.[0-9]{1,18})?$',
    description: `least health factor to leave, ${DEFAULT_HEALTH} by default`,
  }),
)

/** An account as it is planned for: what it has, its category, and the moment. */
export interface PlannedAccount extends Account {
  readonly nowSeconds: number
}

/** Read the agent's account in full, with the time of the head. */
export async function readOwnAccount(ctx: Planning): Promise<PlannedAccount> {
  const [account, { timestamp }] = await Promise.all([readAccount(ctx, ctx.account), ctx.chain.getBlock()])
  return { ...account, nowSeconds: Number(timestamp) }
}

/** Find what an account has in the reserve of a token. @throws ToolError UNKNOWN_TOKEN, RESERVE_NOT_FOUND */
export async function findHolding(ctx: Planning, { holdings }: Account, reference: string): Promise<Holding> {
  const token = await resolveErc20(ctx, reference)
  const { id } = pickReserve(
    holdings.map(({ reserve }) => reserve),
    token,
  )
  return holdings.find(({ reserve }) => reserve.id === id) as Holding
}

/**
 * Refuse a reserve that does not take an action now.
 *
 * @throws ToolError RESERVE_CLOSED
 */
export function assertOpen({ token, configuration }: Reserve, action: ReserveAct): void {
  const problem = findClosure(configuration, action)
  if (problem) throw BASE.error('RESERVE_CLOSED', { token: token.symbol, problem, action })
}

/**
 * Refuse an action that would leave less health than asked for; who owes nothing needs none.
 *
 * @throws ToolError HEALTH_FACTOR_TOO_LOW, NO_PRICE
 */
export function assertHealthy(
  { eModes, eModeId }: Account,
  holdings: readonly Holding[],
  leastHealthFactor = DEFAULT_HEALTH,
  category = eModeId,
): void {
  if (holdings.every(({ debtBaseUnits }) => debtBaseUnits === 0n)) return
  const { healthWad } = computeHealth(holdings, eModes.get(category))
  if (healthWad >= parseUnits(leastHealthFactor, 18)) return
  const found = formatUnits(healthWad, 18)
  throw BASE.error('HEALTH_FACTOR_TOO_LOW', { found, expected: leastHealthFactor })
}

/**
 * Refuse a loan that the Pool would not give beside what the account has, or has not to give.
 *
 * @throws ToolError BORROW_REFUSED, INSUFFICIENT_LIQUIDITY
 */
export function assertLent({ holdings, eModeId, free }: Account, reserve: Reserve, amount: bigint): void {
  const { symbol } = reserve.token
  const problem = findBorrowProblem(holdings, reserve, eModeId)
  if (problem) throw BASE.error('BORROW_REFUSED', { token: symbol, problem })
  assertFree(free.get(reserve.id), symbol, amount)
}

/** Refuse what a reserve lent on. @throws ToolError INSUFFICIENT_LIQUIDITY */
export function assertFree(found: bigint | undefined, symbol: string, expected: bigint): void {
  if (found === undefined || expected <= found) return
  const subject = `the reserve of ${symbol}, which lent on the rest,`
  throw new ToolError('INSUFFICIENT_LIQUIDITY', { subject, found, expected })
}

/** Refuse to make collateral of what cannot be any. @throws ToolError NOT_COLLATERAL */
export function assertCanServe({ holdings }: Account, holding: Holding): void {
  const problem = holding.isCollateral ? undefined : findCollateralProblem(holdings, holding)
  if (problem) throw BASE.error('NOT_COLLATERAL', { token: holding.reserve.token.symbol, problem })
}

/** Put another state of one holding in its place. */
export const withHolding = ({ holdings }: Account, changed: Holding): readonly Holding[] =>
  holdings.map((holding) => (holding.reserve.id === changed.reserve.id ? changed : holding))

/** What an account's positions in a reserve go by. */
export const keyOf = (asset: Address): Hex => `0x${asset.slice(2).toLowerCase().padStart(64, '0')}`

/** The asset of such a key. */
export const assetOf = (key: string): Address => getAddress(`0x${key.slice(-40)}`)

/** State by how many scaled units an amount changes a lot, at a moment. */
export function changeOf(
  reserve: Reserve,
  kind: LotKind,
  amountBaseUnits: bigint,
  nowSeconds: number,
): PositionDelta {
  const seconds = BigInt(Math.max(nowSeconds - reserve.updatedAtSeconds, 0))
  const index =
    kind === 'held'
      ? growSupply(reserve.liquidityIndex, reserve.supplyRate, seconds)
      : growDebt(reserve.variableBorrowIndex, reserve.borrowRate, seconds)
  const units = rayDiv(amountBaseUnits < 0n ? -amountBaseUnits : amountBaseUnits, index)
  const unitsDelta = amountBaseUnits < 0n ? -units : units
  return { protocol: BASE.id, key: keyOf(reserve.token.address), kind, unitsDelta }
}

/** State what comes to an account or, below zero, leaves it. */
export const deltaOf = (account: Address, token: Address, deltaBaseUnits: bigint): AssetDelta => ({
  token,
  account,
  deltaBaseUnits,
})

/** Build a call of the Pool. */
export function callPool(
  { book }: Pick<Planning, 'book'>,
  functionName: 'supply' | 'withdraw' | 'borrow' | 'repay' | 'repayWithATokens',
  args: readonly unknown[],
): Call {
  const data = encodeFunctionData({ abi: poolAbi, functionName, args } as never)
  return { to: BASE.on(book).pool, valueWei: 0n, data }
}

/** Build the calls by which an account supplies: it allows exactly that, and the Pool takes all of it. */
export const buildSupply = (ctx: Planning, { token }: Reserve, amount: bigint): readonly Call[] => [
  buildApproval(token.address, BASE.on(ctx.book).pool, amount),
  callPool(ctx, 'supply', [token.address, amount, ctx.account, 0]),
]

/** Build the call by which an account withdraws to itself. */
export const buildWithdrawal = (ctx: Planning, { token }: Reserve, amount: bigint): Call =>
  callPool(ctx, 'withdraw', [token.address, amount, ctx.account])

/** Build the call by which an account borrows for itself. */
export const buildBorrowing = (ctx: Planning, { token }: Reserve, amount: bigint): Call =>
  callPool(ctx, 'borrow', [token.address, amount, VARIABLE_RATE, 0, ctx.account])

/** Build the calls by which an account repays at most an amount; what is left of the allowance is taken back. */
export const buildRepayment = (
  ctx: Planning,
  { token }: Reserve,
  most: bigint,
  mayLeave: boolean,
): readonly Call[] => {
  const { pool } = BASE.on(ctx.book)
  return [
    buildApproval(token.address, pool, most),
    callPool(ctx, 'repay', [token.address, most, VARIABLE_RATE, ctx.account]),
    ...(mayLeave ? [buildApproval(token.address, pool, 0n)] : []),
  ]
}

/** State that nothing is left of what the Pool may take. */
export const noAllowanceLeft = (ctx: Planning, ...tokens: readonly Address[]): Expectation['allowances'] =>
  tokens.map((token) => ({
    token,
    owner: ctx.account,
    spender: BASE.on(ctx.book).pool,
    valueBaseUnits: 0n,
  }))

/** More than a debt can grow by until a plan is carried out: the interest of an hour, and a base unit. */
export const withInterest = (debt: bigint, { borrowRate }: Reserve): bigint =>
  debt + (debt * borrowRate) / (365n * 24n * 10n ** 27n) + 1n

/** Refuse what is not there. @throws ToolError NOTHING_THERE */
export function assertThere(amount: bigint, what: string, token: string): void {
  if (amount === 0n) throw BASE.error('NOTHING_THERE', { what, token })
}

/** Refuse to replace something by itself. @throws ToolError SAME_TOKEN */
export function assertDifferent(from: Holding, to: Holding): void {
  const { id, token } = to.reserve
  if (from.reserve.id === id) throw new ToolError('SAME_TOKEN', { token: token.symbol })
}
