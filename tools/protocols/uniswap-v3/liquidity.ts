import { type Address, numberToHex } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { AssetDelta, PositionDelta } from '../../core/outcome.ts'
import { type Call, planTransaction, type TransactionPlan } from '../../core/plan.ts'
import { readTransferDeltas } from '../../core/receipt-deltas.ts'
import { SignedBaseUnitsSchema, type Static, Type } from '../../core/schema.ts'
import type { Settlement, SettlementInput } from '../../core/tool-def.ts'
import { readAllowancesLeft } from '../../kit/allowances-left.ts'
import { buildApproval } from '../../kit/approval.ts'
import { type TokenAmounts, toSqrtRange } from '../../kit/concentrated-liquidity.ts'
import { logsOfCalled } from '../../kit/logs-of-called.ts'
import { DEFAULT_SLIPPAGE_BPS, minimumAfterSlippage, SlippageSchema } from '../../kit/slippage.ts'
import { describeTokenChanges, TokenChangesSchema } from '../../kit/token-changes.ts'
import { positionManagerAbi } from './abi.ts'
import { BASE } from './base.ts'
import type { PlanPart } from './plan-part.ts'
import type { Pool } from './pool.ts'
import { NO_DEADLINE } from './pool-address.ts'
import { computePayout, type Position, PositionIdSchema, type ValuedPosition } from './position.ts'
import {
  BUDGET_PARAMETERS,
  fitLiquidity,
  type LiquidityAmounts,
  type ResolvedBudget,
  resolveBudget,
  type TickRange,
} from './range.ts'

/** `amountMax` of a collect that takes everything. */
const EVERYTHING = 2n ** 128n - 1n

/** Drift of fees between plan and execution that still counts as the expected outcome. */
const FEE_TOLERANCE_BPS = 100

/** Parameters of a new position. */
export const MintSchema = Type.Object(
  { ...BUDGET_PARAMETERS, slippageBps: SlippageSchema },
  { additionalProperties: false },
)

/** What every tool that changes a position reports. */
export const PositionChangeSchema = Type.Object({
  positionId: Type.Union([PositionIdSchema, Type.Null()]),
  liquidityDelta: SignedBaseUnitsSchema,
  tokens: TokenChangesSchema,
})

type Account = Pick<ToolContext, 'book' | 'account'>
type Tokens = { readonly token0: Address; readonly token1: Address }

const withMinimums = ({ amount0, amount1 }: TokenAmounts, slippageBps: number) => ({
  amount0Min: minimumAfterSlippage(amount0, slippageBps),
  amount1Min: minimumAfterSlippage(amount1, slippageBps),
})

const toDeltas = (
  account: Address,
  { token0, token1 }: Tokens,
  { amount0, amount1 }: TokenAmounts,
  sign: 1n | -1n,
): AssetDelta[] =>
  [
    { token: token0, account, deltaBaseUnits: sign * amount0 },
    { token: token1, account, deltaBaseUnits: sign * amount1 },
  ].filter((delta) => delta.deltaBaseUnits !== 0n)

/**
 * Offer no more than the liquidity takes: an offer of the whole budget would let more go out than is stated.
 *
 * @throws ToolError INVALID_RANGE when the budget buys no liquidity in the range
 */
export function fitBudget(
  budget: Pick<ResolvedBudget, 'range' | 'amount0' | 'amount1'> & {
    readonly state: Pick<ResolvedBudget['state'], 'sqrtPriceX96' | 'tick'>
  },
): {
  readonly offered: TokenAmounts
  readonly taken: LiquidityAmounts
} {
  const { state, range } = budget
  const { sqrtLowerX96, sqrtUpperX96 } = toSqrtRange(range)
  // A token without a limit follows the other one, which the range has to take for that.
  const offered = fitLiquidity(state.sqrtPriceX96, range, {
    amount0: budget.amount0 ?? (state.sqrtPriceX96 > sqrtLowerX96 ? EVERYTHING : 0n),
    amount1: budget.amount1 ?? (state.sqrtPriceX96 < sqrtUpperX96 ? EVERYTHING : 0n),
  })
  const taken = fitLiquidity(state.sqrtPriceX96, range, offered)
  if (taken.liquidity === 0n) {
    throw BASE.error('INVALID_RANGE', {
      lower: range.tickLower,
      upper: range.tickUpper,
      problem: `at tick ${state.tick} the given amounts buy no liquidity in it`,
    })
  }
  return { offered, taken }
}

/** Build `[approve, approve, add, revoke, revoke]` around calls that add liquidity. */
export function buildDeposit(
  ctx: Account,
  deposit: {
    readonly tokens: Tokens
    readonly offered: TokenAmounts
    readonly taken: TokenAmounts
    readonly calls: readonly Call[]
  },
): PlanPart {
  const { positionManager } = BASE.on(ctx.book)
  const { tokens, offered, taken } = deposit
  const paid = [
    { token: tokens.token0, amount: offered.amount0 },
    { token: tokens.token1, amount: offered.amount1 },
  ].filter(({ amount }) => amount > 0n)
  return {
    calls: [
      ...paid.map(({ token, amount }) => buildApproval(token, positionManager, amount)),
      ...deposit.calls,
      ...paid.map(({ token }) => buildApproval(token, positionManager, 0n)),
    ],
    change: { amount0: -taken.amount0, amount1: -taken.amount1 },
    allowances: paid.map(({ token }) => ({
      token,
      owner: ctx.account,
      spender: positionManager,
      valueBaseUnits: 0n,
    })),
  }
}

/** Plan parts one after the other, with what they change of positions by their ids. */
export function planParts(
  ctx: Account,
  tokens: Tokens,
  parts: readonly (PlanPart | undefined)[],
  expected: {
    readonly positions: readonly { readonly id: string | bigint; readonly liquidity: bigint }[]
    readonly toleranceBps: number
  },
): TransactionPlan {
  const all = parts.filter((part) => part !== undefined)
  const total = (member: keyof TokenAmounts) => all.reduce((sum, { change }) => sum + change[member], 0n)
  return planTransaction(
    all.flatMap(({ calls }) => calls),
    {
      assets: toDeltas(ctx.account, tokens, { amount0: total('amount0'), amount1: total('amount1') }, 1n),
      allowances: all.flatMap(({ allowances }) => allowances),
      positions: expected.positions.map(({ id, liquidity }) => changeOf(id, liquidity)),
      toleranceBps: expected.toleranceBps,
    },
  )
}

/** Plan calls that add liquidity to one position. */
export const planDeposit = (
  ctx: Account,
  deposit: {
    readonly tokens: Tokens
    readonly offered: TokenAmounts
    readonly taken: LiquidityAmounts
    readonly slippageBps: number
    readonly positionId: string
    readonly call: Call
  },
): TransactionPlan =>
  planParts(ctx, deposit.tokens, [buildDeposit(ctx, { ...deposit, calls: [deposit.call] })], {
    positions: [{ id: deposit.positionId, liquidity: deposit.taken.liquidity }],
    toleranceBps: deposit.slippageBps,
  })

/**
 * Plan a new position, in one request.
 *
 * @throws ToolError one of `BUDGET_ERROR_CODES`
 */
export async function planMint(
  ctx: Account & Pick<ToolContext, 'chain'>,
  params: Static<typeof MintSchema>,
): Promise<{
  readonly plan: TransactionPlan
  readonly budget: ResolvedBudget
  readonly taken: LiquidityAmounts
}> {
  const { slippageBps = DEFAULT_SLIPPAGE_BPS } = params
  const budget = await resolveBudget(ctx, params)
  const { offered, taken } = fitBudget(budget)
  const tokens = tokensOf(budget.pool)
  const call = buildMint(ctx, { pool: budget.pool, range: budget.range, offered, taken, slippageBps })
  const plan = planDeposit(ctx, { tokens, offered, taken, slippageBps, positionId: 'new', call })
  return { plan, budget, taken }
}

/** Tokens of a pool, in its order. */
export const tokensOf = ({ token0, token1 }: Pool): Tokens => ({
  token0: token0.address,
  token1: token1.address,
})

/** Build the call that opens a position for the account. */
export const buildMint = (
  ctx: Account,
  mint: {
    readonly pool: Pool
    readonly range: TickRange
    readonly offered: TokenAmounts
    readonly taken: TokenAmounts
    readonly slippageBps: number
  },
): Call => ({
  to: BASE.on(ctx.book).positionManager,
  valueWei: 0n,
  data: encodeFunctionData({
    abi: positionManagerAbi,
    functionName: 'mint',
    args: [
      {
        ...tokensOf(mint.pool),
        fee: mint.pool.feeTier,
        tickLower: mint.range.tickLower,
        tickUpper: mint.range.tickUpper,
        amount0Desired: mint.offered.amount0,
        amount1Desired: mint.offered.amount1,
        ...withMinimums(mint.taken, mint.slippageBps),
        recipient: ctx.account,
        deadline: NO_DEADLINE,
      },
    ],
  }),
})

/** Build the call that adds liquidity to a position. */
export const buildIncrease = (
  ctx: Account,
  position: Position,
  { offered, taken, slippageBps }: { offered: TokenAmounts; taken: TokenAmounts; slippageBps: number },
): Call => ({
  to: BASE.on(ctx.book).positionManager,
  valueWei: 0n,
  data: encodeFunctionData({
    abi: positionManagerAbi,
    functionName: 'increaseLiquidity',
    args: [
      {
        tokenId: position.id,
        amount0Desired: offered.amount0,
        amount1Desired: offered.amount1,
        ...withMinimums(taken, slippageBps),
        deadline: NO_DEADLINE,
      },
    ],
  }),
})

/** Build the call that collects everything that a position is owed, but of the token that is to stay in it. */
const buildCollect = (
  ctx: Account,
  position: Pick<Position, 'id' | 'token0' | 'token1'>,
  left?: Address,
): Call => {
  const most = (token: Address) => (left && isAddressEqual(left, token) ? 0n : EVERYTHING)
  const [amount0Max, amount1Max] = [most(position.token0), most(position.token1)]
  return {
    to: BASE.on(ctx.book).positionManager,
    valueWei: 0n,
    data: encodeFunctionData({
      abi: positionManagerAbi,
      functionName: 'collect',
      args: [{ tokenId: position.id, recipient: ctx.account, amount0Max, amount1Max }],
    }),
  }
}

/** What of a payout comes out where one of the tokens stays in the position. */
const without = (
  { token0, token1 }: Tokens,
  { amount0, amount1 }: TokenAmounts,
  left: Address | undefined,
): TokenAmounts => ({
  amount0: left && isAddressEqual(left, token0) ? 0n : amount0,
  amount1: left && isAddressEqual(left, token1) ? 0n : amount1,
})

/** Build the call that burns an emptied position. */
export const buildBurn = (ctx: Account, position: Pick<Position, 'id'>): Call => ({
  to: BASE.on(ctx.book).positionManager,
  valueWei: 0n,
  data: encodeFunctionData({ abi: positionManagerAbi, functionName: 'burn', args: [position.id] }),
})

/** Build the calls that take liquidity out, collect everything owed and, if asked, burn the NFT. */
export function buildWithdrawal(
  ctx: Account,
  position: ValuedPosition,
  { liquidity, slippageBps, burn, left }: Withdrawal,
): PlanPart {
  const { positionManager } = BASE.on(ctx.book)
  const { removed, paid } = computePayout(position, liquidity)
  const decrease = {
    to: positionManager,
    valueWei: 0n,
    data: encodeFunctionData({
      abi: positionManagerAbi,
      functionName: 'decreaseLiquidity',
      args: [
        { tokenId: position.id, liquidity, ...withMinimums(removed, slippageBps), deadline: NO_DEADLINE },
      ],
    }),
  }
  return {
    calls: [
      ...(liquidity > 0n ? [decrease] : []),
      buildCollect(ctx, position, left),
      ...(burn ? [buildBurn(ctx, position)] : []),
    ],
    change: without(position, paid, left),
    allowances: [],
  }
}

interface Withdrawal {
  readonly liquidity: bigint
  readonly slippageBps: number
  readonly burn: boolean
  /** The token that stays in the position, to be collected later. */
  readonly left?: Address | undefined
}

/** Plan to take liquidity out, collect everything owed and, if asked, burn the NFT. */
export const planWithdrawal = (
  ctx: Account,
  position: ValuedPosition,
  withdrawal: Withdrawal,
): TransactionPlan =>
  planParts(ctx, position, [buildWithdrawal(ctx, position, withdrawal)], {
    positions: withdrawal.liquidity > 0n ? [{ id: position.id, liquidity: -withdrawal.liquidity }] : [],
    toleranceBps: withdrawal.slippageBps,
  })

/** Describe how much liquidity goes into a position. */
const changeOf = (id: string | bigint, liquidity: bigint): PositionDelta => ({
  protocol: BASE.id,
  key: id === 'new' ? id : numberToHex(BigInt(id), { size: 32 }),
  kind: 'held',
  unitsDelta: liquidity,
})

/** Build the call that collects everything that a position is owed, but of the token that is to stay in it. */
export const buildCollection = (ctx: Account, position: ValuedPosition, left?: Address): PlanPart => ({
  calls: [buildCollect(ctx, position, left)],
  change: without(position, position.collectable, left),
  allowances: [],
})

/** Plan to collect everything that a position is owed, but of the token that is to stay in it. */
export const planCollect = (ctx: Account, position: ValuedPosition, left?: Address): TransactionPlan =>
  planParts(ctx, position, [buildCollection(ctx, position, left)], {
    positions: [],
    toleranceBps: FEE_TOLERANCE_BPS,
  })

/** What every tool that changes several positions at once reports. */
export const PositionChangesSchema = Type.Object({
  /** In the order in which they changed. */
  positions: Type.Array(Type.Object({ positionId: PositionIdSchema, liquidityDelta: SignedBaseUnitsSchema })),
  tokens: TokenChangesSchema,
})

/** Report changes of positions from their receipt, in the order in which they changed. */
export function settlePositions({
  plan,
  receipt,
  account,
}: Pick<SettlementInput, 'plan' | 'receipt' | 'account'>): Settlement<Static<typeof PositionChangesSchema>> {
  const assets = readTransferDeltas(receipt, account)
  const changes = new Map<string, bigint>()
  for (const log of parseEventLogs({ abi: positionManagerAbi, logs: logsOfCalled({ plan, receipt }) })) {
    const id = log.args.tokenId.toString()
    const liquidityDelta =
      log.eventName === 'IncreaseLiquidity'
        ? log.args.liquidity
        : log.eventName === 'DecreaseLiquidity'
          ? -log.args.liquidity
          : 0n
    changes.set(id, (changes.get(id) ?? 0n) + liquidityDelta)
  }
  return {
    data: {
      positions: [...changes].map(([positionId, liquidity]) => ({
        positionId,
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
