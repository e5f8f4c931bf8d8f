import { type Address, numberToHex, zeroAddress } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { isContractOf } from '../../core/base.ts'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { AllowanceAfter, PositionDelta } from '../../core/outcome.ts'
import { type Call, planTransaction, type TransactionPlan } from '../../core/plan.ts'
import { readTransferDeltas } from '../../core/receipt-deltas.ts'
import { SignedBaseUnitsSchema, type Static, Type } from '../../core/schema.ts'
import type { Settlement, SettlementInput } from '../../core/tool-def.ts'
import { allowThrough } from '../../kit/allow-through.ts'
import { readAllowancesLeft } from '../../kit/allowances-left.ts'
import { buildApproval } from '../../kit/approval.ts'
import {
  getAmountsForLiquidity,
  getLiquidityForAmounts,
  type TokenAmounts,
  toSqrtRange,
} from '../../kit/concentrated-liquidity.ts'
import { maximumAfterSlippage, minimumAfterSlippage } from '../../kit/slippage.ts'
import type { TickRange } from '../../kit/tick-range.ts'
import { describeTokenChanges, TokenChangesSchema } from '../../kit/token-changes.ts'
import { poolManagerAbi, positionManagerAbi } from './abi.ts'
import {
  burnPosition,
  decreaseLiquidity,
  type EncodedAction,
  encodeUnlock,
  increaseLiquidity,
  mintPosition,
  settlePair,
  sweep,
  takePair,
} from './actions.ts'
import { BASE } from './base.ts'
import { readNative } from './payment.ts'
import type { Pool } from './pool.ts'
import { PositionIdSchema, type ValuedPosition } from './position.ts'

type Account = Pick<ToolContext, 'book' | 'account'>

/** The account's `execute` enforces the deadline of the permit; the contracts of Uniswap ask for one of their own. */
export const NO_DEADLINE = 2n ** 256n - 1n

/** Drift of fees between plan and execution that still counts as the expected outcome. */
export const FEE_TOLERANCE_BPS = 100

/** What every tool that changes a position reports. */
export const PositionChangeSchema = Type.Object({
  positionId: Type.Union([PositionIdSchema, Type.Null()]),
  liquidityDelta: SignedBaseUnitsSchema,
  /** Of native coins, which leave no log, what the plan stated. */
  tokens: TokenChangesSchema,
})

/** What every tool that changes several positions at once reports. */
export const PositionChangesSchema = Type.Object({
  /** In the order in which they changed. */
  positions: Type.Array(Type.Object({ positionId: PositionIdSchema, liquidityDelta: SignedBaseUnitsSchema })),
  tokens: TokenChangesSchema,
})

/** Part of a plan: calls, with what they bring or, below zero, take. */
export interface PlanPart {
  readonly calls: readonly Call[]
  readonly change: TokenAmounts
  readonly allowances: readonly AllowanceAfter[]
}

/** Liquidity, what it takes of both tokens, and the most that may be paid for it. */
export interface Deposit {
  readonly liquidity: bigint
  readonly taken: TokenAmounts
  readonly most: TokenAmounts
}

/**
 * Fit liquidity into a budget so that what is paid stays within it even when the price moves by the accepted slippage.
 * Undefined when it buys none.
 */
export function fitDeposit(
  sqrtPriceX96: bigint,
  range: TickRange,
  budget: TokenAmounts,
  slippageBps: number,
): Deposit | undefined {
  const within = (amount: bigint) => (amount * 10_000n) / BigInt(10_000 + slippageBps)
  const sqrtRange = toSqrtRange(range)
  const liquidity = getLiquidityForAmounts(sqrtPriceX96, sqrtRange, {
    amount0: within(budget.amount0),
    amount1: within(budget.amount1),
  })
  if (liquidity === 0n) return undefined
  const taken = getAmountsForLiquidity(sqrtPriceX96, sqrtRange, liquidity, true)
  const most = (amount: bigint) => maximumAfterSlippage(amount, slippageBps)
  return { liquidity, taken, most: { amount0: most(taken.amount0), amount1: most(taken.amount1) } }
}

/** Build one unlock of the pool manager. */
const buildUnlock = ({ book }: Account, actions: readonly EncodedAction[], valueWei = 0n): Call => ({
  to: BASE.on(book).positionManager,
  valueWei,
  data: encodeFunctionData({
    abi: positionManagerAbi,
    functionName: 'modifyLiquidities',
    args: [encodeUnlock(actions), NO_DEADLINE],
  }),
})

/** Build `[approve, allow, …]` of every token that is no native coin, the unlock, and what takes both back. */
function buildPayment(
  ctx: Account,
  { pool, permit2, deposit, action }: Paying & { readonly action: EncodedAction },
): PlanPart {
  const { positionManager } = BASE.on(ctx.book)
  const amounts = [
    { token: pool.token0.address, most: deposit.most.amount0 },
    { token: pool.token1.address, most: deposit.most.amount1 },
  ].filter(({ most }) => most > 0n)
  const paid = amounts.filter(({ token }) => token !== NATIVE_TOKEN)
  const native = amounts.find(({ token }) => token === NATIVE_TOKEN)?.most ?? 0n
  const { currency0, currency1 } = pool.key
  const unlock = buildUnlock(
    ctx,
    [action, settlePair(currency0, currency1), ...(native > 0n ? [sweep(zeroAddress, ctx.account)] : [])],
    native,
  )
  return {
    calls: [
      ...paid.flatMap(({ token, most }) => [
        buildApproval(token, permit2, most),
        allowThrough(permit2, token, positionManager, most),
      ]),
      unlock,
      ...paid.flatMap(({ token }) => [
        allowThrough(permit2, token, positionManager, 0n),
        buildApproval(token, permit2, 0n),
      ]),
    ],
    change: { amount0: -deposit.taken.amount0, amount1: -deposit.taken.amount1 },
    allowances: paid.map(({ token }) => ({
      token,
      owner: ctx.account,
      spender: permit2,
      valueBaseUnits: 0n,
    })),
  }
}

interface Paying {
  readonly pool: Pool
  readonly permit2: Address
  readonly deposit: Deposit
}

/** Open a position of the account. */
export const buildMint = (ctx: Account, range: TickRange, paying: Paying): PlanPart => {
  const { liquidity, most } = paying.deposit
  const terms = { liquidity, maximum0: most.amount0, maximum1: most.amount1, owner: ctx.account }
  const { tickLower, tickUpper } = range
  return buildPayment(ctx, {
    ...paying,
    action: mintPosition(paying.pool.key, { tickLower, tickUpper, ...terms }),
  })
}

/** Add liquidity to a position whose fees were paid out. */
export const buildIncrease = (ctx: Account, positionId: bigint, paying: Paying): PlanPart => {
  const { liquidity, most } = paying.deposit
  return buildPayment(ctx, {
    ...paying,
    action: increaseLiquidity(positionId, liquidity, most.amount0, most.amount1),
  })
}

/** Take liquidity out of a position with all that it earned, or burn it; without liquidity it pays its fees out. */
export function buildPayout(
  ctx: Account,
  position: ValuedPosition,
  out: { readonly liquidity: bigint; readonly slippageBps: number; readonly burn?: true },
): PlanPart {
  const { id, pool, sqrtPriceX96, fees } = position
  const removed = getAmountsForLiquidity(sqrtPriceX96, toSqrtRange(position), out.liquidity, false)
  const least0 = minimumAfterSlippage(removed.amount0, out.slippageBps)
  const least1 = minimumAfterSlippage(removed.amount1, out.slippageBps)
  const { currency0, currency1 } = pool.key
  return {
    calls: [
      buildUnlock(ctx, [
        out.burn ? burnPosition(id, least0, least1) : decreaseLiquidity(id, out.liquidity, least0, least1),
        takePair(currency0, currency1, ctx.account),
      ]),
    ],
    change: { amount0: removed.amount0 + fees.amount0, amount1: removed.amount1 + fees.amount1 },
    allowances: [],
  }
}

/** Whether anybody traded since a position last was paid its fees. */
export const hasFees = ({ fees }: Pick<ValuedPosition, 'fees'>): boolean =>
  fees.amount0 > 0n || fees.amount1 > 0n

/** Plan parts one after the other, with what they change of positions by their ids. */
export function planParts(
  { account }: Account,
  { token0, token1 }: Pick<Pool, 'token0' | 'token1'>,
  parts: readonly PlanPart[],
  expected: {
    readonly positions: readonly { readonly id: 'new' | bigint; readonly liquidity: bigint }[]
    readonly toleranceBps: number
  },
): TransactionPlan {
  const total = (member: keyof TokenAmounts) => parts.reduce((sum, { change }) => sum + change[member], 0n)
  return planTransaction(
    parts.flatMap(({ calls }) => calls),
    {
      assets: [
        { token: token0.address, account, deltaBaseUnits: total('amount0') },
        { token: token1.address, account, deltaBaseUnits: total('amount1') },
      ].filter(({ deltaBaseUnits }) => deltaBaseUnits !== 0n),
      allowances: parts.flatMap(({ allowances }) => allowances),
      positions: expected.positions
        .filter(({ liquidity }) => liquidity !== 0n)
        .map(({ id, liquidity }) => changeOf(id, liquidity)),
      toleranceBps: expected.toleranceBps,
    },
  )
}

/** Describe how much liquidity goes into a position. */
const changeOf = (id: 'new' | bigint, liquidity: bigint): PositionDelta => ({
  protocol: BASE.id,
  key: id === 'new' ? id : numberToHex(id, { size: 32 }),
  kind: 'held',
  unitsDelta: liquidity,
})

/** Report changes of positions from their receipt, in the order in which they changed. */
export function settlePositions({
  plan,
  receipt,
  account,
}: Pick<SettlementInput, 'plan' | 'receipt' | 'account'>): Settlement<Static<typeof PositionChangesSchema>> {
  const changes = new Map<bigint, bigint>()
  const logs = parseEventLogs({ abi: poolManagerAbi, eventName: 'ModifyLiquidity', logs: receipt.logs })
  for (const { address, args } of logs) {
    // A hook may log the same of its own.
    if (!isContractOf(BASE, 'poolManager', address)) continue
    if (!plan.calls.some(({ to }) => isAddressEqual(to, args.sender))) continue
    // The position manager has the pool manager keep each position under its number.
    const id = BigInt(args.salt)
    changes.set(id, (changes.get(id) ?? 0n) + args.liquidityDelta)
  }
  const assets = [...readTransferDeltas(receipt, account), ...readNative(plan, receipt)]
  return {
    data: {
      positions: [...changes].map(([id, liquidity]) => ({
        positionId: id.toString(),
        liquidityDelta: liquidity.toString(),
      })),
      tokens: describeTokenChanges(assets),
    },
    actualOutcome: {
      assets,
      allowances: readAllowancesLeft(receipt, plan.expectation.allowances),
      positions: [...changes].flatMap(([id, liquidity]) =>
        liquidity === 0n ? [] : [changeOf(id, liquidity)],
      ),
    },
    groundTruthSource: 'receipt',
  }
}

/** Report a change of one position from its receipt. */
export function settlePosition(
  input: Pick<SettlementInput, 'plan' | 'receipt' | 'account'>,
): Settlement<Static<typeof PositionChangeSchema>> {
  const settled = settlePositions(input)
  const [position] = settled.data.positions
  return {
    ...settled,
    data: {
      positionId: position?.positionId ?? null,
      liquidityDelta: position?.liquidityDelta ?? '0',
      tokens: settled.data.tokens,
    },
  }
}
