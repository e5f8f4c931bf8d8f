import { type Address, zeroAddress } from 'viem'
import { NATIVE_TOKEN, type TokenInfo } from '../../core/address-book.ts'
import { chainsOf } from '../../core/base.ts'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import type { Call } from '../../core/plan.ts'
import { BaseUnitsSchema, SignedBaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { allowThrough } from '../../kit/allow-through.ts'
import { buildApproval } from '../../kit/approval.ts'
import {
  getAmountsForLiquidity,
  getLiquidityForAmounts,
  type TokenAmounts,
  toSqrtRange,
} from '../../kit/concentrated-liquidity.ts'
import { RANGE_PARAMETERS, resolveRange, type TickRange } from '../../kit/tick-range.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import { positionManagerAbi, wrappedNativeAbi } from './abi.ts'
import { encodeUnlock, mintPosition, settlePair } from './actions.ts'
import { BASE } from './base.ts'
import { resolvePair } from './currency.ts'
import {
  describePool,
  KEY_PARAMETERS,
  POOL_ERROR_CODES,
  POOL_OUTPUT,
  type Pool,
  poolOf,
  readPoolState,
} from './pool.ts'

/** Largest amount that Permit2 and the position manager count with. */
const MOST = 2n ** 128n - 1n

/** Simulate minting in a V4 pool, its hook's effect included. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_simulate_v4_add_liquidity',
  description: "Simulate minting a Uniswap V4 position, its hook's effect included: amounts used, dust, gas.",
  category: 'lp',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['pool', 'simulate'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_simulate_v4_add_liquidity mints a Uniswap V4 position on the current state without sending it: amounts used, what of them the hook took, budget left over and gas.',
  promptGuidelines: [
    'A revert comes back as a reason.',
    "The native coin is paid from the account's own, and beyond that from its wrapped one.",
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      tokenA: TokenSchema,
      tokenB: TokenSchema,
      ...KEY_PARAMETERS,
      amountABaseUnits: Type.String({ ...BaseUnitsSchema, description: 'most of tokenA to use, base units' }),
      amountBBaseUnits: Type.String({ ...BaseUnitsSchema, description: 'most of tokenB to use, base units' }),
      ...RANGE_PARAMETERS,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...POOL_OUTPUT,
    success: Type.Boolean(),
    revertReason: Type.Union([Type.String(), Type.Null()]),
    tickLower: Type.Integer(),
    tickUpper: Type.Integer(),
    liquidity: BaseUnitsSchema,
    used0BaseUnits: BaseUnitsSchema,
    used1BaseUnits: BaseUnitsSchema,
    /** What of it is beyond the pool's own maths: taken by the hook, or below zero given. */
    hook0BaseUnits: SignedBaseUnitsSchema,
    hook1BaseUnits: SignedBaseUnitsSchema,
    /** Budget that is left. */
    unused0BaseUnits: SignedBaseUnitsSchema,
    unused1BaseUnits: SignedBaseUnitsSchema,
    gasUsed: BaseUnitsSchema,
  }),
  errorCodes: POOL_ERROR_CODES,
  async read(params, ctx) {
    ctx.step('pool')
    const [a, b] = await resolvePair(ctx, params.tokenA, params.tokenB)
    const pool = poolOf(a, b, params)
    const state = await readPoolState(ctx, pool)
    const range = resolveRange(params, { tick: state.tick, tickSpacing: pool.key.tickSpacing })
    const [amountA, amountB] = [BigInt(params.amountABaseUnits), BigInt(params.amountBBaseUnits)]
    const isInOrder = pool.token0.address === a.address
    const budget = { amount0: isInOrder ? amountA : amountB, amount1: isInOrder ? amountB : amountA }
    const liquidity = getLiquidityForAmounts(state.sqrtPriceX96, toSqrtRange(range), budget)
    if (liquidity === 0n) {
      const problem = `buys no liquidity in the range at tick ${state.tick}`
      throw new ToolError('INVALID_PARAMS', { path: '/amountABaseUnits', problem })
    }
    const fitting = getAmountsForLiquidity(state.sqrtPriceX96, toSqrtRange(range), liquidity, true)
    ctx.step('simulate')
    const minted = await simulateMint(ctx, pool, { range, liquidity, fitting })
    const isDone = minted.revertReason === null
    const hookOf = (used: bigint, own: bigint) => (isDone ? used - own : 0n).toString()
    return {
      ...describePool(pool),
      success: isDone,
      revertReason: minted.revertReason,
      ...range,
      liquidity: (isDone ? liquidity : 0n).toString(),
      used0BaseUnits: minted.used0.toString(),
      used1BaseUnits: minted.used1.toString(),
      hook0BaseUnits: hookOf(minted.used0, fitting.amount0),
      hook1BaseUnits: hookOf(minted.used1, fitting.amount1),
      unused0BaseUnits: (budget.amount0 - minted.used0).toString(),
      unused1BaseUnits: (budget.amount1 - minted.used1).toString(),
      gasUsed: minted.gasUsed.toString(),
    }
  },
})

interface Mint {
  readonly range: TickRange
  readonly liquidity: bigint
  /** What the pool's own maths takes for the liquidity. */
  readonly fitting: TokenAmounts
}

/** Mint as the account on top of the head, in two requests. What a hook takes beyond the budget shows as what is used. */
async function simulateMint(ctx: ToolContext, pool: Pool, { range, liquidity, fitting }: Mint) {
  const { positionManager: to } = BASE.on(ctx.book)
  const permit2 = await ctx.chain.readContract({
    address: to,
    abi: positionManagerAbi,
    functionName: 'permit2',
  })
  const watched = [pool.token0, pool.token1, ...wrappedOf(ctx)].map(({ address }) => address)
  const { currency0, currency1 } = pool.key
  const isNative = currency0 === zeroAddress
  const unlock = encodeUnlock([
    mintPosition(pool.key, { ...range, liquidity, maximum0: MOST, maximum1: MOST, owner: ctx.account }),
    settlePair(currency0, currency1),
  ])
  const mint: Call = {
    to,
    // Not more than it takes: the account accepts nothing back outside of an action of its own.
    valueWei: isNative ? fitting.amount0 : 0n,
    data: encodeFunctionData({
      abi: positionManagerAbi,
      functionName: 'modifyLiquidities',
      args: [unlock, 2n ** 256n - 1n],
    }),
  }
  const paid = [pool.token0, pool.token1].filter(({ address }) => address !== NATIVE_TOKEN)
  const calls = [
    ...(isNative ? await unwrap(ctx, fitting.amount0) : []),
    ...paid.flatMap(({ address }) => allow(address, permit2, to)),
    mint,
  ]
  const simulated = await ctx.chain.simulate(
    calls.map((call) => ({ ...call, from: ctx.account })),
    { ...NO_STATE, balances: watched.map((token) => ({ token, account: ctx.account })) },
  )
  const failed = simulated.calls.find(({ ok }) => !ok)
  const usedOf = (index: number) =>
    (simulated.before.balances[index] ?? 0n) - (simulated.after.balances[index] ?? 0n)
  // What was unwrapped for it came out of the wrapped coin.
  const native = isNative ? usedOf(0) + usedOf(2) : usedOf(0)
  return {
    revertReason: failed === undefined ? null : ctx.interfaces.explainRevert(failed.returnData),
    gasUsed: simulated.calls.reduce((sum, { gasUsed }) => sum + gasUsed, 0n),
    used0: failed === undefined ? native : 0n,
    used1: failed === undefined ? usedOf(1) : 0n,
  }
}

/** The wrapped native coin, from which the native one comes. */
const wrappedOf = ({ book }: ToolContext): readonly TokenInfo[] =>
  book.tokens.filter(({ address }) => address === book.wrappedNative)

/** Unwrap what the account lacks of the native coin. */
async function unwrap({ chain, book, account }: ToolContext, amount: bigint): Promise<readonly Call[]> {
  const held = await chain.getBalance({ address: account })
  if (held >= amount || book.wrappedNative === undefined) return []
  const data = encodeFunctionData({ abi: wrappedNativeAbi, functionName: 'withdraw', args: [amount - held] })
  return [{ to: book.wrappedNative, valueWei: 0n, data }]
}

/** Let the position manager take any amount in this very block: Permit2 ends an allowance of no duration with it. */
const allow = (token: Address, permit2: Address, spender: Address): readonly Call[] => [
  // From zero, whatever is left: tokens of the USDT kind change an allowance no other way.
  buildApproval(token, permit2, 0n),
  buildApproval(token, permit2, MOST),
  allowThrough(permit2, token, spender, MOST),
]
