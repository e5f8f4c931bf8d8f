import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import type { TransactionPlan } from '../../core/plan.ts'
import { BaseUnitsSchema, type Static, Type } from '../../core/schema.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { planWithdrawal } from './liquidity.ts'
import {
  assertOfPosition,
  LeftTokenSchema,
  OWN_POSITION_ERROR_CODES,
  type Position,
  PositionIdSchema,
  readOwnPosition,
  type ValuedPosition,
  valuePosition,
} from './position.ts'

/** Parameters of taking liquidity out of a position. */
export const RemovalSchema = Type.Object(
  {
    positionId: PositionIdSchema,
    shareBps: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_000, description: 'share of the liquidity, basis points' }),
    ),
    liquidity: Type.Optional(BaseUnitsSchema),
    leftToken: LeftTokenSchema,
    slippageBps: SlippageSchema,
  },
  { additionalProperties: false },
)

/** Codes that planning a removal may raise. */
export const REMOVAL_ERROR_CODES = [
  ...OWN_POSITION_ERROR_CODES,
  'CHAIN_READ_FAILED',
  'ZERO_AMOUNT',
  'INSUFFICIENT_LIQUIDITY',
  'INVALID_PARAMS',
] as const

/**
 * Plan to take liquidity out of an own position and to collect it, in two requests; reports the steps `position` and
 * `pool`.
 *
 * @throws ToolError one of `REMOVAL_ERROR_CODES`
 */
export async function planRemoval(
  ctx: Pick<ToolContext, 'book' | 'chain' | 'account' | 'step'>,
  params: Static<typeof RemovalSchema>,
): Promise<{
  readonly plan: TransactionPlan
  readonly position: ValuedPosition
  readonly liquidity: bigint
}> {
  const { slippageBps = DEFAULT_SLIPPAGE_BPS, leftToken: left } = params
  if ((params.shareBps === undefined) === (params.liquidity === undefined)) {
    throw new ToolError('INVALID_PARAMS', {
      path: '/shareBps',
      problem: 'give exactly one of shareBps and liquidity',
    })
  }
  ctx.step('position')
  const position = await readOwnPosition(ctx, params.positionId)
  assertOfPosition(position, left)
  const liquidity = chooseLiquidity(position, params)
  ctx.step('pool')
  const valued = await valuePosition(ctx, position)
  const plan = planWithdrawal(ctx, valued, { liquidity, slippageBps, burn: false, left })
  return { plan, position: valued, liquidity }
}

function chooseLiquidity(
  position: Position,
  params: { readonly shareBps?: number; readonly liquidity?: string },
): bigint {
  const subject = `position ${position.id}`
  if (params.shareBps !== undefined) {
    const liquidity = (position.liquidity * BigInt(params.shareBps)) / 10_000n
    if (liquidity > 0n) return liquidity
    throw new ToolError('INSUFFICIENT_LIQUIDITY', { subject, found: position.liquidity, expected: 1n })
  }
  const liquidity = readAmount(params.liquidity ?? '0', 'liquidity')
  if (liquidity > position.liquidity) {
    throw new ToolError('INSUFFICIENT_LIQUIDITY', {
      subject,
      found: position.liquidity,
      expected: liquidity,
    })
  }
  return liquidity
}
