import { type Address, numberToHex } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { findToolError, ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import {
  getAmountsForLiquidity,
  getFeesEarned,
  type TokenAmounts,
  toSqrtRange,
} from '../../kit/concentrated-liquidity.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { positionManagerAbi, stateViewAbi } from './abi.ts'
import { BASE } from './base.ts'
import { askState, describePool, POOL_OUTPUT, type Pool, type PoolKey, poolOfKey, toState } from './pool.ts'

type Reading = Pick<ToolContext, 'book' | 'chain'>

/** Number of a position NFT, as a decimal string. */
export const PositionIdSchema = Type.String({
  pattern: '^(0|[1-9][0-9]{0,77})$',
  description: 'id of the position NFT, as a decimal string',
})

/** A position NFT as the position manager has it. */
export interface Position {
  readonly id: bigint
  readonly owner: Address
  readonly pool: Pool
  readonly tickLower: number
  readonly tickUpper: number
}

/** A position whose tokens do not say what they are: anyone opens pools, and gives positions in them away. */
export interface UnreadPosition {
  readonly id: bigint
  readonly owner: Address
  readonly problem: ToolError
}

/** A position together with what its pool says of it. */
export interface ValuedPosition extends Position {
  readonly liquidity: bigint
  readonly sqrtPriceX96: bigint
  readonly tick: number
  readonly isInRange: boolean
  /** What its liquidity would pay out now, fees and its pool's hook apart. */
  readonly amounts: TokenAmounts
  /** Fees that could be collected now, its pool's hook apart. */
  readonly fees: TokenAmounts
}

/** What every tool about positions says of one. */
export const POSITION_OUTPUT = {
  positionId: PositionIdSchema,
  owner: AddressSchema,
  ...POOL_OUTPUT,
  tickLower: Type.Integer(),
  tickUpper: Type.Integer(),
  tick: Type.Integer(),
  isInRange: Type.Boolean(),
  liquidity: BaseUnitsSchema,
  /** What the liquidity would pay out now, fees and hooks apart. */
  amount0BaseUnits: BaseUnitsSchema,
  amount1BaseUnits: BaseUnitsSchema,
  /** Fees that could be collected now, hooks apart. */
  fees0BaseUnits: BaseUnitsSchema,
  fees1BaseUnits: BaseUnitsSchema,
}

/** Describe a position as `POSITION_OUTPUT` has it. */
export const describePosition = (position: ValuedPosition) => ({
  positionId: position.id.toString(),
  owner: position.owner,
  ...describePool(position.pool),
  tickLower: position.tickLower,
  tickUpper: position.tickUpper,
  tick: position.tick,
  isInRange: position.isInRange,
  liquidity: position.liquidity.toString(),
  amount0BaseUnits: position.amounts.amount0.toString(),
  amount1BaseUnits: position.amounts.amount1.toString(),
  fees0BaseUnits: position.fees.amount0.toString(),
  fees1BaseUnits: position.fees.amount1.toString(),
})

const signed24 = (value: bigint) => Number(BigInt.asIntN(24, value))

/** Whether the tokens of a position that was found say what they are. */
export const isReadable = (found: Position | UnreadPosition | undefined): found is Position =>
  found !== undefined && 'pool' in found

/**
 * Find several positions in one request, and their tokens that are not listed in more; undefined where there is none.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED
 */
export async function findPositions(
  ctx: Reading,
  ids: readonly bigint[],
): Promise<readonly (Position | UnreadPosition | undefined)[]> {
  const manager = { address: BASE.on(ctx.book).positionManager, abi: positionManagerAbi } as const
  const results = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    contracts: ids.flatMap(
      (id) =>
        [
          { ...manager, functionName: 'ownerOf', args: [id] },
          { ...manager, functionName: 'getPoolAndPositionInfo', args: [id] },
        ] as const,
    ),
  })
  return Promise.all(
    ids.map(async (id, index) => {
      const owner = results[2 * index]?.result as Address | undefined
      const found = results[2 * index + 1]?.result as readonly [PoolKey, bigint] | undefined
      if (owner === undefined || found === undefined) return undefined
      const [key, info] = found
      // 200 bits of the pool's id, the upper tick, the lower tick, and a flag (v4-periphery `PositionInfoLibrary.sol`).
      const [tickUpper, tickLower] = [signed24(info >> 32n), signed24(info >> 8n)]
      const pool = await poolOfKey(ctx, key).catch((cause: unknown) => {
        const problem = findToolError(cause)
        if (problem?.code !== 'UNKNOWN_TOKEN') throw cause
        return problem
      })
      if (pool instanceof ToolError) return { id, owner, problem: pool }
      return { id, owner, pool, tickLower, tickUpper }
    }),
  )
}

/**
 * Find one position; undefined where there is none.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED, UNKNOWN_TOKEN
 */
export async function findPosition(ctx: Reading, positionId: string): Promise<Position | undefined> {
  const [found] = await findPositions(ctx, [BigInt(positionId)])
  if (found === undefined || isReadable(found)) return found
  throw found.problem
}

const READS_A_POSITION = 4

/**
 * Value several positions at their pools' prices, in one request.
 *
 * @throws ToolError CHAIN_READ_FAILED, PROTOCOL_NOT_DEPLOYED
 */
export async function valuePositions(
  ctx: Reading,
  positions: readonly Position[],
): Promise<readonly ValuedPosition[]> {
  const { positionManager, stateView: address } = BASE.on(ctx.book)
  const view = { address, abi: stateViewAbi } as const
  const results = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    contracts: positions.flatMap(({ id, pool, tickLower, tickUpper }) => {
      const salt = numberToHex(id, { size: 32 })
      const range = [tickLower, tickUpper] as const
      return [
        ...askState(ctx)(pool),
        { ...view, functionName: 'getPositionInfo', args: [pool.id, positionManager, ...range, salt] },
        { ...view, functionName: 'getFeeGrowthInside', args: [pool.id, ...range] },
      ] as const
    }),
  })
  return positions.map((position, index) => {
    const start = index * READS_A_POSITION
    const answers = results.slice(start, start + READS_A_POSITION).map(({ result }) => result)
    const state = toState(answers)
    const held = answers[2] as readonly [bigint, bigint, bigint] | undefined
    const inside = answers[3] as readonly [bigint, bigint] | undefined
    if (state === undefined || held === undefined || inside === undefined) {
      const subject = `pool ${position.pool.id}`
      throw new ToolError('CHAIN_READ_FAILED', { subject, reason: 'it did not answer' })
    }
    const [liquidity, last0, last1] = held
    return {
      ...position,
      liquidity,
      sqrtPriceX96: state.sqrtPriceX96,
      tick: state.tick,
      isInRange: state.tick >= position.tickLower && state.tick < position.tickUpper,
      amounts: getAmountsForLiquidity(state.sqrtPriceX96, toSqrtRange(position), liquidity, false),
      fees: getFeesEarned(
        { growth0X128: inside[0], growth1X128: inside[1] },
        { growth0X128: last0, growth1X128: last1 },
        liquidity,
      ),
    }
  })
}

/**
 * Read and value one position, in two requests.
 *
 * @throws ToolError POSITION_NOT_FOUND, CHAIN_READ_FAILED, PROTOCOL_NOT_DEPLOYED
 */
export async function readPosition(ctx: Reading, positionId: string): Promise<ValuedPosition> {
  const position = await findPosition(ctx, positionId)
  if (position === undefined) throw new ToolError('POSITION_NOT_FOUND', { positionId })
  const [valued] = await valuePositions(ctx, [position])
  return valued as ValuedPosition
}

/** Codes that reading a position of the account itself may raise. */
export const OWN_POSITION_ERROR_CODES = [
  'POSITION_NOT_FOUND',
  'POSITION_NOT_OWNED',
  'CHAIN_READ_FAILED',
  'UNKNOWN_TOKEN',
  'PROTOCOL_NOT_DEPLOYED',
] as const

/**
 * Read and value one position of the account, in two requests.
 *
 * @throws ToolError POSITION_NOT_FOUND, POSITION_NOT_OWNED, CHAIN_READ_FAILED, PROTOCOL_NOT_DEPLOYED
 */
export async function readOwnPosition(
  ctx: Reading & Pick<ToolContext, 'account'>,
  positionId: string,
): Promise<ValuedPosition> {
  const position = await readPosition(ctx, positionId)
  if (isAddressEqual(position.owner, ctx.account)) return position
  throw new ToolError('POSITION_NOT_OWNED', { positionId, found: position.owner, expected: ctx.account })
}
