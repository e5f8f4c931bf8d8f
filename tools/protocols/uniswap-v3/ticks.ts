import type { ToolContext } from '../../core/context.ts'
import { MAX_TICK, MIN_TICK } from '../../kit/concentrated-liquidity.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { tickLensAbi } from './abi.ts'
import { BASE } from './base.ts'
import type { Pool, PoolState } from './pool.ts'

/** Initialisable ticks in one word of a pool's tick bitmap. */
const TICKS_A_WORD = 256

/** A tick at which liquidity begins or ends. */
export interface PoolTick {
  readonly tick: number
  readonly liquidityNet: bigint
  readonly liquidityGross: bigint
}

/** Initialised ticks around the current one, in order, with the stretch that was looked at. */
export interface TicksAround {
  readonly fromTick: number
  readonly toTick: number
  readonly ticks: readonly PoolTick[]
}

/**
 * Read the initialised ticks of several pools around their current ones, in one request.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED
 */
export async function readTicksOf(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  pools: readonly {
    readonly pool: Pick<Pool, 'address'>
    readonly state: Pick<PoolState, 'tick' | 'tickSpacing'>
  }[],
  wordsEachSide: number,
): Promise<readonly TicksAround[]> {
  const { tickLens: address } = BASE.on(ctx.book)
  const lengths = 2 * wordsEachSide + 1
  const firstWords = pools.map(
    ({ state: { tick, tickSpacing } }) =>
      Math.floor(Math.floor(tick / tickSpacing) / TICKS_A_WORD) - wordsEachSide,
  )
  const answers = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    allowFailure: false,
    contracts: pools.flatMap(({ pool }, index) =>
      Array.from(
        { length: lengths },
        (_, word) =>
          ({
            address,
            abi: tickLensAbi,
            functionName: 'getPopulatedTicksInWord',
            args: [pool.address, (firstWords[index] ?? 0) + word],
          }) as const,
      ),
    ),
  })
  return pools.map(({ state: { tickSpacing } }, index) => {
    const first = firstWords[index] ?? 0
    return {
      // Words reach beyond the prices that a pool can have.
      fromTick: Math.max(first * TICKS_A_WORD * tickSpacing, MIN_TICK),
      toTick: Math.min((first + lengths) * TICKS_A_WORD * tickSpacing, MAX_TICK) - 1,
      ticks: answers
        .slice(index * lengths, (index + 1) * lengths)
        .flat()
        .sort((a, b) => a.tick - b.tick),
    }
  })
}

/**
 * Read the initialised ticks of one pool around its current one, in one request.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED
 */
export async function readTicks(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  pool: Pick<Pool, 'address'>,
  state: Pick<PoolState, 'tick' | 'tickSpacing'>,
  wordsEachSide: number,
): Promise<TicksAround> {
  const [around] = await readTicksOf(ctx, [{ pool, state }], wordsEachSide)
  return around as TicksAround
}
