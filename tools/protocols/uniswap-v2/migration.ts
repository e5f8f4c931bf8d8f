import { numberToHex, zeroAddress } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import type { PositionDelta } from '../../core/outcome.ts'
import { type Call, planTransaction, type TransactionPlan } from '../../core/plan.ts'
import { BaseUnitsSchema, FeeTierSchema, type Static, TokenSchema, Type } from '../../core/schema.ts'
import type { Settlement, SettlementInput } from '../../core/tool-def.ts'
import { buildApproval } from '../../kit/approval.ts'
import {
  getAmountsForLiquidity,
  getLiquidityForAmounts,
  type TokenAmounts,
  toSqrtRange,
} from '../../kit/concentrated-liquidity.ts'
import { contractOf } from '../../kit/contract-of.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { logsOfCalled } from '../../kit/logs-of-called.ts'
import { minimumAfterSlippage } from '../../kit/slippage.ts'
import { RANGE_PARAMETERS, type TickRange } from '../../kit/tick-range.ts'
import { v3FactoryAbi, v3PoolAbi, v3PositionsAbi } from './abi.ts'
import {
  buildWithdrawal,
  expectWithdrawal,
  LiquidityChangeSchema,
  ShareSchema,
  settleLiquidity,
  type Withdrawal,
} from './liquidity.ts'
import { NO_DEADLINE } from './pair-address.ts'

/** Where liquidity goes, as the book and the kit's range know it. */
const V3 = 'uniswap-v3'

/** Parameters of moving liquidity of a pair. */
export const MIGRATION_PARAMETERS = {
  tokenA: TokenSchema,
  tokenB: TokenSchema,
  shareBps: ShareSchema,
  feeTier: FeeTierSchema,
  ...RANGE_PARAMETERS,
}

/** What moving liquidity of a pair reports. */
export const MigrationSchema = Type.Object({
  ...LiquidityChangeSchema.properties,
  /** The position that it became; null where the receipt names none. */
  positionId: Type.Union([Type.String(), Type.Null()]),
  liquidity: BaseUnitsSchema,
})

/** A pool of Uniswap V3 that liquidity goes to. */
interface Destination {
  readonly feeTier: number
  readonly tickSpacing: number
  readonly sqrtPriceX96: bigint
  readonly tick: number
}

/**
 * Read the pool of a pair's tokens at a fee, in two requests.
 *
 * @throws ToolError NOT_FOUND, PROTOCOL_NOT_DEPLOYED
 */
export async function readDestination(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  { token0, token1 }: Pick<Withdrawal['state'], 'token0' | 'token1'>,
  feeTier: number,
): Promise<Destination> {
  const factory = { address: contractOf(ctx.book, V3, 'factory'), abi: v3FactoryAbi } as const
  const [pool, tickSpacing] = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    allowFailure: false,
    contracts: [
      { ...factory, functionName: 'getPool', args: [token0.address, token1.address, feeTier] },
      { ...factory, functionName: 'feeAmountTickSpacing', args: [feeTier] },
    ],
  })
  const notFound = (reason: string) =>
    new ToolError('NOT_FOUND', {
      subject: `a Uniswap V3 pool of ${token0.symbol}/${token1.symbol} at fee ${feeTier}`,
      reason,
    })
  if (pool === zeroAddress) throw notFound('nobody created it')
  const [sqrtPriceX96, tick] = await ctx.chain.readContract({
    address: pool,
    abi: v3PoolAbi,
    functionName: 'slot0',
  })
  if (sqrtPriceX96 === 0n) throw notFound('it has no price yet')
  return { feeTier, tickSpacing, sqrtPriceX96, tick }
}

/** What is offered to a position, and what it takes of that. */
export interface Entry {
  readonly offered: TokenAmounts
  readonly taken: TokenAmounts
  readonly liquidity: bigint
}

/**
 * Fit all that a pair gives into a range, as `LiquidityManagement.addLiquidity` does. No more is offered than goes in: an
 * offer of all would let more go out than is stated.
 *
 * @throws ToolError INSUFFICIENT_LIQUIDITY
 */
export function fitInto(
  { sqrtPriceX96 }: Pick<Destination, 'sqrtPriceX96'>,
  range: TickRange,
  given: Pick<Withdrawal, 'amounts' | 'state'>,
): Entry {
  const sqrtRange = toSqrtRange(range)
  const take = (most: TokenAmounts) => {
    const liquidity = getLiquidityForAmounts(sqrtPriceX96, sqrtRange, most)
    return { liquidity, amounts: getAmountsForLiquidity(sqrtPriceX96, sqrtRange, liquidity, true) }
  }
  const [amount0, amount1] = given.amounts
  const offered = take({ amount0, amount1 }).amounts
  const { liquidity, amounts: taken } = take(offered)
  if (liquidity === 0n) {
    const subject = `${given.state.token0.symbol}/${given.state.token1.symbol}`
    throw new ToolError('INSUFFICIENT_LIQUIDITY', { subject, found: 0n, expected: 1n })
  }
  return { offered, taken, liquidity }
}

type Account = Pick<ToolContext, 'book' | 'account'>

/** Where a position opens, with what. */
interface Opening {
  readonly feeTier: number
  readonly range: TickRange
  readonly entry: Entry
  readonly slippageBps: number
}

function buildMint(
  { book, account }: Account,
  { token0, token1 }: Withdrawal['state'],
  { feeTier, range, entry, slippageBps }: Opening,
): Call {
  const { offered, taken } = entry
  const params = {
    token0: token0.address,
    token1: token1.address,
    fee: feeTier,
    tickLower: range.tickLower,
    tickUpper: range.tickUpper,
    amount0Desired: offered.amount0,
    amount1Desired: offered.amount1,
    amount0Min: minimumAfterSlippage(taken.amount0, slippageBps),
    amount1Min: minimumAfterSlippage(taken.amount1, slippageBps),
    recipient: account,
    deadline: NO_DEADLINE,
  }
  return {
    to: contractOf(book, V3, 'positionManager'),
    valueWei: 0n,
    data: encodeFunctionData({ abi: v3PositionsAbi, functionName: 'mint', args: [params] }),
  }
}

const opened = (liquidity: bigint, id?: bigint): PositionDelta => ({
  protocol: V3,
  key: id === undefined ? 'new' : numberToHex(id, { size: 32 }),
  kind: 'held',
  unitsDelta: liquidity,
})

/**
 * Plan `[approve, remove, approve, approve, mint, revoke, revoke]`: what the range does not take stays in the account.
 * V3Migrator would do the same in one call, which takes a lot that one reader counts and opens one that another counts: a
 * cage finds that all of the first was lost.
 */
export function planMigration(ctx: Account, given: Withdrawal, opening: Opening): TransactionPlan {
  const { state, amounts } = given
  const { offered, taken, liquidity } = opening.entry
  const mint = buildMint(ctx, state, opening)
  const sides = [
    { token: state.token0.address, given: amounts[0], offered: offered.amount0, taken: taken.amount0 },
    { token: state.token1.address, given: amounts[1], offered: offered.amount1, taken: taken.amount1 },
  ]
  const paid = sides.filter((side) => side.offered > 0n)
  const calls = [
    ...buildWithdrawal(ctx, given, opening.slippageBps),
    ...paid.map((side) => buildApproval(side.token, mint.to, side.offered)),
    mint,
    ...paid.map(({ token }) => buildApproval(token, mint.to, 0n)),
  ]
  const { allowances, positions } = expectWithdrawal(ctx, given)
  return planTransaction(calls, {
    assets: sides
      .map((side) => ({ token: side.token, account: ctx.account, deltaBaseUnits: side.given - side.taken }))
      .filter(({ deltaBaseUnits }) => deltaBaseUnits !== 0n),
    allowances: [
      ...allowances,
      ...paid.map(({ token }) => ({ token, owner: ctx.account, spender: mint.to, valueBaseUnits: 0n })),
    ],
    positions: [...positions, opened(liquidity)],
    toleranceBps: opening.slippageBps,
  })
}

/** Report a migration from its receipt: what the pair and the position manager say. */
export function settleMigration(
  input: Pick<SettlementInput, 'plan' | 'receipt' | 'account'>,
): Settlement<Static<typeof MigrationSchema>> {
  const settled = settleLiquidity(input)
  const [minted] = parseEventLogs({ abi: v3PositionsAbi, logs: logsOfCalled(input) })
  const { tokenId, liquidity = 0n } = minted?.args ?? {}
  return {
    ...settled,
    data: { ...settled.data, positionId: tokenId?.toString() ?? null, liquidity: liquidity.toString() },
    actualOutcome: {
      ...settled.actualOutcome,
      positions: [
        ...settled.actualOutcome.positions,
        ...(tokenId === undefined ? [] : [opened(liquidity, tokenId)]),
      ],
    },
  }
}
