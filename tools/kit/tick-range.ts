import { ToolError } from '../core/errors.ts'
import { Type } from '../core/schema.ts'
import { MAX_TICK, MIN_TICK } from './concentrated-liquidity.ts'

const end = (which: string) =>
  Type.Optional(
    Type.Integer({
      minimum: MIN_TICK,
      maximum: MAX_TICK,
      description: `${which} tick, in the order of the pool`,
    }),
  )

/** Parameters that name a price range of a pool. */
export const RANGE_PARAMETERS = {
  tickLower: end('lower'),
  tickUpper: end('upper'),
  rangeTicks: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_TICK,
      description:
        'instead of both ticks: distance of either end from the current tick; one tick is about 1 bps of price',
    }),
  ),
}

/** A tick range. */
export interface TickRange {
  readonly tickLower: number
  readonly tickUpper: number
}

const refuse = (problem: string) => new ToolError('INVALID_PARAMS', { path: '/tickLower', problem })

/**
 * Widen a range to the tick spacing, as far as there are ticks.
 *
 * @throws ToolError INVALID_PARAMS for one beyond the last tick of the spacing
 */
export function alignRange({ tickLower, tickUpper }: TickRange, tickSpacing: number): TickRange {
  const lowest = Math.ceil(MIN_TICK / tickSpacing) * tickSpacing
  if (tickLower >= -lowest || tickUpper <= lowest) {
    const between = `expected ticks between ${lowest} and ${-lowest}, the last ones of the spacing ${tickSpacing}`
    throw refuse(`must leave room: ${between}, found ${tickLower} to ${tickUpper}`)
  }
  return {
    tickLower: Math.max(lowest, Math.floor(tickLower / tickSpacing) * tickSpacing),
    tickUpper: Math.min(-lowest, Math.ceil(tickUpper / tickSpacing) * tickSpacing),
  }
}

/**
 * Settle the range that a caller named; a range around the current tick is widened to the tick spacing.
 *
 * @throws ToolError INVALID_PARAMS
 */
export function resolveRange(
  params: { readonly tickLower?: number; readonly tickUpper?: number; readonly rangeTicks?: number },
  { tick, tickSpacing }: { readonly tick: number; readonly tickSpacing: number },
): TickRange {
  const { tickLower, tickUpper, rangeTicks } = params
  if (rangeTicks !== undefined && tickLower === undefined && tickUpper === undefined) {
    return alignRange({ tickLower: tick - rangeTicks, tickUpper: tick + rangeTicks }, tickSpacing)
  }
  if (tickLower === undefined || tickUpper === undefined || rangeTicks !== undefined) {
    throw refuse('give either both of tickLower and tickUpper or rangeTicks')
  }
  if (tickLower >= tickUpper) throw refuse(`must be below tickUpper: found ${tickLower} and ${tickUpper}`)
  if (tickLower % tickSpacing !== 0 || tickUpper % tickSpacing !== 0) {
    throw refuse(`must be a multiple of the tick spacing ${tickSpacing}, as must tickUpper`)
  }
  return { tickLower, tickUpper }
}
