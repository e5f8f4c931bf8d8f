import { chainsOf } from '../../core/base.ts'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, BaseUnitsSchema, BpsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { divideUp } from '../../kit/divide-up.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import { positionManagerAbi } from './abi.ts'
import { burnPosition, encodeUnlock, takePair } from './actions.ts'
import { BASE } from './base.ts'
import {
  describePool,
  POOL_ERROR_CODES,
  POOL_OUTPUT,
  POOL_PARAMETERS,
  type Pool,
  resolvePool,
} from './pool.ts'
import {
  findPosition,
  findPositions,
  isReadable,
  type Position,
  PositionIdSchema,
  type ValuedPosition,
  valuePositions,
} from './position.ts'

/** Position NFTs, the newest first, among which one of the pool is looked for. */
const MOST_POSITIONS = 50

/** Try on the current state whether the liquidity of a V4 pool can leave. */
export const TOOL_DEF = defineReadTool({
  name: 'hook_test_exit_safety',
  description:
    'Try on the current state whether a position of a hooked Uniswap V4 pool can leave, and what it gets.',
  category: 'hook',
  riskTier: 'layer1',
  tickBudget: 'slow',
  progressSteps: ['position', 'value', 'simulate'],
  spriteTrigger: 'thinking',
  promptSnippet:
    "hook_test_exit_safety simulates that a provider of a Uniswap V4 pool takes all liquidity out, and tells what was paid, what the pool's maths says and what the hook kept.",
  promptGuidelines: [
    'It tries an existing position of another provider: the newest of the pool unless one is named.',
    'A hook may treat accounts and later blocks differently.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { ...POOL_PARAMETERS, positionId: Type.Optional(PositionIdSchema) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...POOL_OUTPUT,
    positionId: PositionIdSchema,
    owner: AddressSchema,
    canLeave: Type.Boolean(),
    revertReason: Type.Union([Type.String(), Type.Null()]),
    /** What liquidity and fees come to by the pool's own maths. */
    expected0BaseUnits: BaseUnitsSchema,
    expected1BaseUnits: BaseUnitsSchema,
    paid0BaseUnits: BaseUnitsSchema,
    paid1BaseUnits: BaseUnitsSchema,
    /** The larger share of either that was not paid, rounded up. */
    shortfallBps: BpsSchema,
  }),
  errorCodes: [...POOL_ERROR_CODES, 'POSITION_NOT_FOUND', 'NOT_FOUND', 'CHAIN_READ_FAILED'],
  async read({ positionId, ...params }, ctx) {
    ctx.step('position')
    const found =
      positionId === undefined
        ? await findNewest(ctx, await resolvePool(ctx, params))
        : await findPosition(ctx, positionId)
    if (found === undefined) throw new ToolError('POSITION_NOT_FOUND', { positionId: positionId ?? '' })
    ctx.step('value')
    const [position] = (await valuePositions(ctx, [found])) as readonly [ValuedPosition]
    if (position.liquidity === 0n) {
      const subject = `liquidity in position ${position.id}`
      throw new ToolError('NOT_FOUND', { subject, reason: 'it is empty, so that nothing can leave' })
    }
    ctx.step('simulate')
    const { revertReason, paid } = await simulateExit(ctx, position)
    const expected = [
      position.amounts.amount0 + position.fees.amount0,
      position.amounts.amount1 + position.fees.amount1,
    ] as const
    const shortfalls = expected.map((amount, index) => shareMissing(amount, paid[index] ?? 0n))
    return {
      ...describePool(position.pool),
      positionId: position.id.toString(),
      owner: position.owner,
      canLeave: revertReason === null,
      revertReason,
      expected0BaseUnits: expected[0].toString(),
      expected1BaseUnits: expected[1].toString(),
      paid0BaseUnits: (paid[0] ?? 0n).toString(),
      paid1BaseUnits: (paid[1] ?? 0n).toString(),
      shortfallBps: Math.max(...shortfalls),
    }
  },
})

/** Find the newest position of a pool, in two requests. */
async function findNewest(ctx: ToolContext, pool: Pool): Promise<Position> {
  const next = await ctx.chain.readContract({
    address: BASE.on(ctx.book).positionManager,
    abi: positionManagerAbi,
    functionName: 'nextTokenId',
  })
  const count = next - 1n > BigInt(MOST_POSITIONS) ? MOST_POSITIONS : Number(next - 1n)
  const ids = Array.from({ length: count }, (_, index) => next - 1n - BigInt(index))
  const newest = (await findPositions(ctx, ids)).filter(isReadable)
  const found = newest.find((position) => position.pool.id === pool.id)
  if (found !== undefined) return found
  const reason = `none of the newest ${count} is one of it; name one by positionId`
  throw new ToolError('NOT_FOUND', { subject: `a position of pool ${pool.id}`, reason })
}

/** Let the owner take everything out, on top of the head, in one request. */
async function simulateExit(ctx: ToolContext, position: ValuedPosition) {
  const { owner, pool } = position
  const unlock = encodeUnlock([
    burnPosition(position.id, 0n, 0n),
    takePair(pool.key.currency0, pool.key.currency1, owner),
  ])
  const data = encodeFunctionData({
    abi: positionManagerAbi,
    functionName: 'modifyLiquidities',
    args: [unlock, 2n ** 256n - 1n],
  })
  const { calls, before, after } = await ctx.chain.simulate(
    [{ from: owner, to: BASE.on(ctx.book).positionManager, valueWei: 0n, data }],
    {
      ...NO_STATE,
      balances: [pool.token0, pool.token1].map(({ address }) => ({ token: address, account: owner })),
    },
  )
  const failed = calls.find(({ ok }) => !ok)
  const paid = [0, 1].map((index) => {
    const change = (after.balances[index] ?? 0n) - (before.balances[index] ?? 0n)
    return failed === undefined && change > 0n ? change : 0n
  })
  return { revertReason: failed === undefined ? null : ctx.interfaces.explainRevert(failed.returnData), paid }
}

/** How much of an amount was not paid, in basis points, rounded up. */
const shareMissing = (expected: bigint, paid: bigint): number =>
  paid >= expected ? 0 : Number(divideUp((expected - paid) * 10_000n, expected))
