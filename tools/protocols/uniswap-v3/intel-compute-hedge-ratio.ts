import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import {
  AddressSchema,
  BaseUnitsSchema,
  SignedBaseUnitsSchema,
  TokenSchema,
  Type,
} from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { PositionIdSchema, readPositions, type ValuedPosition, valuePositions } from './position.ts'

const Q96 = 96n

/** Compute delta and gamma of V3 positions and the hedge that neutralises them. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_compute_hedge_ratio',
  description:
    'Compute delta and gamma of Uniswap V3 positions in a token, and the hedge that neutralises them.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['positions', 'pools'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_compute_hedge_ratio tells how much of a token Uniswap V3 positions behave like now (delta), how that changes per 1 % of its price (gamma), and what to short against it.',
  promptGuidelines: [
    'Each position is measured in its other token; fees that wait count as held.',
    'A hedge fits for small moves: as the price rises the delta shrinks by the gamma.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      token: TokenSchema,
      positionIds: Type.Array(PositionIdSchema, { minItems: 1, maxItems: 25, uniqueItems: true }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    token: AddressSchema,
    /** To be held short of the token. */
    shortBaseUnits: BaseUnitsSchema,
    deltaBaseUnits: BaseUnitsSchema,
    /** Change of the delta for one per cent more of the token's price; never above zero. */
    gammaPerPercentBaseUnits: SignedBaseUnitsSchema,
    positions: Type.Array(
      Type.Object({
        positionId: PositionIdSchema,
        otherToken: AddressSchema,
        isInRange: Type.Boolean(),
        deltaBaseUnits: BaseUnitsSchema,
        gammaPerPercentBaseUnits: SignedBaseUnitsSchema,
      }),
    ),
  }),
  errorCodes: [
    'UNKNOWN_TOKEN',
    'POSITION_NOT_FOUND',
    'INVALID_PARAMS',
    'PROTOCOL_NOT_DEPLOYED',
    'CHAIN_READ_FAILED',
  ],
  async read({ token: reference, positionIds }, ctx) {
    const token = await resolveErc20(ctx, reference)
    ctx.step('positions')
    const found = await readPositions(ctx, positionIds.map(BigInt))
    const positions = found.map((position, index) => {
      if (position !== undefined) return position
      throw new ToolError('POSITION_NOT_FOUND', { positionId: positionIds[index] ?? '' })
    })
    const stranger = positions.findIndex(
      ({ token0, token1 }) => ![token0, token1].some((member) => isAddressEqual(member, token.address)),
    )
    if (stranger !== -1) {
      throw new ToolError('INVALID_PARAMS', {
        path: `/positionIds/${stranger}`,
        problem: `position ${positionIds[stranger]} holds no ${token.symbol}`,
      })
    }
    ctx.step('pools')
    const valued = await valuePositions(ctx, positions)
    const measured = valued.map((position) => ({
      position,
      ...measure(position, isAddressEqual(position.token0, token.address)),
    }))
    const delta = measured.reduce((sum, { delta: own }) => sum + own, 0n)
    const gamma = measured.reduce((sum, { gamma: own }) => sum + own, 0n)
    return {
      token: token.address,
      shortBaseUnits: delta.toString(),
      deltaBaseUnits: delta.toString(),
      gammaPerPercentBaseUnits: gamma.toString(),
      positions: measured.map(({ position, delta: own, gamma: change }) => ({
        positionId: position.id.toString(),
        otherToken: isAddressEqual(position.token0, token.address) ? position.token1 : position.token0,
        isInRange: position.isInRange,
        deltaBaseUnits: own.toString(),
        gammaPerPercentBaseUnits: change.toString(),
      })),
    }
  },
})

/**
 * Delta and gamma of a position in one of its tokens. The value of liquidity in the other token changes by the amount
 * held, dV/dP = x (whitepaper, 6.2; Clark, 2020, *The Replicating Portfolio of a Constant Product Market*), and of
 * x = L(1/√P − 1/√Pᵤ) one per cent of P takes L/(2√P)/100 away, of y the same way L√P/2/100.
 */
function measure(
  position: ValuedPosition,
  isToken0: boolean,
): { readonly delta: bigint; readonly gamma: bigint } {
  const { amounts, collectable, liquidity, sqrtPriceX96, isInRange } = position
  const delta = isToken0 ? amounts.amount0 + collectable.amount0 : amounts.amount1 + collectable.amount1
  const whole = isToken0 ? (liquidity << Q96) / sqrtPriceX96 : (liquidity * sqrtPriceX96) >> Q96
  return { delta, gamma: isInRange ? -(whole / 200n) : 0n }
}
