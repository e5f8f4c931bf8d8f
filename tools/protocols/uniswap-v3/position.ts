import { type Address, encodePacked } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import {
  type FeeGrowth,
  getAmountsForLiquidity,
  getFeeGrowthInside,
  getFeesEarned,
  type TokenAmounts,
  toSqrtRange,
} from '../../kit/concentrated-liquidity.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { poolAbi, positionManagerAbi } from './abi.ts'
import { BASE } from './base.ts'
import { computePoolAddress } from './pool-address.ts'

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
  readonly token0: Address
  readonly token1: Address
  readonly feeTier: number
  readonly pool: Address
  readonly tickLower: number
  readonly tickUpper: number
  readonly liquidity: bigint
  /** Fee growth at which fees were last credited. */
  readonly growthLast: FeeGrowth
  /** Amounts credited and not collected. */
  readonly owed: TokenAmounts
}

type RawPosition = readonly [
  nonce: bigint,
  operator: Address,
  token0: Address,
  token1: Address,
  fee: number,
  tickLower: number,
  tickUpper: number,
  liquidity: bigint,
  growth0: bigint,
  growth1: bigint,
  owed0: bigint,
  owed1: bigint,
]

/** The reads that tell several positions, for a multicall with more in it. */
export function listPositionReads({ book }: Pick<Reading, 'book'>, ids: readonly bigint[]) {
  const { positionManager: address } = BASE.on(book)
  const read = <Name extends 'positions' | 'ownerOf'>(functionName: Name) =>
    ids.map((id) => ({ address, abi: positionManagerAbi, functionName, args: [id] }) as const)
  return [...read('positions'), ...read('ownerOf')]
}

/** Take positions out of the answers to these reads; undefined where there is none. */
export function takePositions(
  { book }: Pick<Reading, 'book'>,
  ids: readonly bigint[],
  results: readonly { readonly result?: unknown }[],
): readonly (Position | undefined)[] {
  const { factory } = BASE.on(book)
  return ids.map((id, index) => {
    const raw = results[index]?.result as RawPosition | undefined
    const owner = results[ids.length + index]?.result as Address | undefined
    if (raw === undefined || owner === undefined) return undefined
    const [, , token0, token1, feeTier, tickLower, tickUpper, liquidity, growth0, growth1, owed0, owed1] = raw
    return {
      id,
      owner,
      token0,
      token1,
      feeTier,
      pool: computePoolAddress(factory, token0, token1, feeTier),
      tickLower,
      tickUpper,
      liquidity,
      growthLast: { growth0X128: growth0, growth1X128: growth1 },
      owed: { amount0: owed0, amount1: owed1 },
    }
  })
}

/**
 * Read several positions in one request; undefined where there is none.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED
 */
export async function readPositions(
  ctx: Reading,
  ids: readonly bigint[],
): Promise<readonly (Position | undefined)[]> {
  const contracts = listPositionReads(ctx, ids)
  return takePositions(ctx, ids, await ctx.chain.multicall({ ...inOneCall(ctx.book), contracts }))
}

/**
 * Read one position in one request.
 *
 * @throws ToolError POSITION_NOT_FOUND, PROTOCOL_NOT_DEPLOYED
 */
export async function readPosition(ctx: Reading, positionId: string): Promise<Position> {
  const [position] = await readPositions(ctx, [BigInt(positionId)])
  if (position === undefined) throw new ToolError('POSITION_NOT_FOUND', { positionId })
  return position
}

/**
 * Read one position that the account must own.
 *
 * @throws ToolError POSITION_NOT_FOUND, POSITION_NOT_OWNED, PROTOCOL_NOT_DEPLOYED
 */
export async function readOwnPosition(
  ctx: Reading & Pick<ToolContext, 'account'>,
  positionId: string,
): Promise<Position> {
  const position = await readPosition(ctx, positionId)
  if (!isAddressEqual(position.owner, ctx.account)) {
    throw new ToolError('POSITION_NOT_OWNED', {
      positionId,
      found: position.owner,
      expected: ctx.account,
    })
  }
  return position
}

/** Names the token of a position that stays in it. */
export const LeftTokenSchema = Type.Optional(
  Type.Unsafe<Address>({
    ...AddressSchema,
    description: 'token of the position that stays in it, to be collected later: one that cannot be paid out',
  }),
)

/** Refuse to leave what a position is not of. @throws ToolError INVALID_PARAMS */
export function assertOfPosition(
  { id, token0, token1 }: Pick<Position, 'id' | 'token0' | 'token1'>,
  left: Address | undefined,
): void {
  if (left === undefined || [token0, token1].some((token) => isAddressEqual(token, left))) return
  const problem = `is ${left}; position ${id} is of ${token0} and ${token1}`
  throw new ToolError('INVALID_PARAMS', { path: '/leftToken', problem })
}

/** Codes that reading an own position may raise. */
export const OWN_POSITION_ERROR_CODES = [
  'POSITION_NOT_FOUND',
  'POSITION_NOT_OWNED',
  'PROTOCOL_NOT_DEPLOYED',
] as const

/** A position together with what its pool says of it. */
export interface ValuedPosition extends Position {
  readonly sqrtPriceX96: bigint
  readonly tick: number
  readonly tickSpacing: number
  readonly isInRange: boolean
  /** What its liquidity would pay out now, fees apart. */
  readonly amounts: TokenAmounts
  /** Fees and other credits that could be collected now. */
  readonly collectable: TokenAmounts
}

type RawTick = readonly [gross: bigint, net: bigint, outside0: bigint, outside1: bigint, ...unknown[]]
type RawPoolPosition = readonly [bigint, bigint, bigint, bigint, bigint]

const READS_A_POSITION = 7

/**
 * Value several positions at their pools' prices, in one request.
 *
 * Fees are computed as the position manager's `collect` does, dust included: what a position counts may
 * exceed what the pool holds for all positions of the range by rounding, and then the pool's amount counts.
 *
 * @throws ToolError CHAIN_READ_FAILED, PROTOCOL_NOT_DEPLOYED
 */
export async function valuePositions(
  ctx: Reading,
  positions: readonly Position[],
): Promise<readonly ValuedPosition[]> {
  const { positionManager } = BASE.on(ctx.book)
  const results = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    contracts: positions.flatMap(({ pool: address, tickLower, tickUpper }) => {
      const key = keccak256(
        encodePacked(['address', 'int24', 'int24'], [positionManager, tickLower, tickUpper]),
      )
      const pool = { address, abi: poolAbi } as const
      return [
        { ...pool, functionName: 'slot0' },
        { ...pool, functionName: 'tickSpacing' },
        { ...pool, functionName: 'feeGrowthGlobal0X128' },
        { ...pool, functionName: 'feeGrowthGlobal1X128' },
        { ...pool, functionName: 'ticks', args: [tickLower] },
        { ...pool, functionName: 'ticks', args: [tickUpper] },
        { ...pool, functionName: 'positions', args: [key] },
      ] as const
    }),
  })
  return positions.map((position, index) => {
    const start = index * READS_A_POSITION
    const answers = results.slice(start, start + READS_A_POSITION).map((answer) => answer.result)
    if (answers.includes(undefined)) {
      throw new ToolError('CHAIN_READ_FAILED', {
        subject: `pool ${position.pool}`,
        reason: 'it did not answer',
      })
    }
    const [slot0, tickSpacing, global0, global1, lower, upper, held] = answers as unknown as [
      readonly [bigint, number, ...unknown[]],
      number,
      bigint,
      bigint,
      RawTick,
      RawTick,
      RawPoolPosition,
    ]
    const [sqrtPriceX96, tick] = slot0
    const inside = getFeeGrowthInside({
      tick,
      tickLower: position.tickLower,
      tickUpper: position.tickUpper,
      global: { growth0X128: global0, growth1X128: global1 },
      outsideLower: { growth0X128: lower[2], growth1X128: lower[3] },
      outsideUpper: { growth0X128: upper[2], growth1X128: upper[3] },
    })
    const counted = credit(position.owed, inside, position.growthLast, position.liquidity)
    // The manager has the pool update its credit only for a position that has liquidity.
    const poolCredit = credit(
      { amount0: held[3], amount1: held[4] },
      inside,
      { growth0X128: held[1], growth1X128: held[2] },
      position.liquidity === 0n ? 0n : held[0],
    )
    return {
      ...position,
      sqrtPriceX96,
      tick,
      tickSpacing,
      isInRange: tick >= position.tickLower && tick < position.tickUpper,
      amounts: getAmountsForLiquidity(sqrtPriceX96, toSqrtRange(position), position.liquidity, false),
      collectable: smaller(counted, poolCredit),
    }
  })
}

/**
 * Value one position at its pool's price, in one request.
 *
 * @throws ToolError CHAIN_READ_FAILED, PROTOCOL_NOT_DEPLOYED
 */
export async function valuePosition(ctx: Reading, position: Position): Promise<ValuedPosition> {
  const [valued] = await valuePositions(ctx, [position])
  return valued as ValuedPosition
}

/** What `decreaseLiquidity` of a part and `collect` of everything pay out, fees included. */
export function computePayout(
  position: ValuedPosition,
  liquidity: bigint,
): { readonly removed: TokenAmounts; readonly paid: TokenAmounts } {
  const removed = getAmountsForLiquidity(position.sqrtPriceX96, toSqrtRange(position), liquidity, false)
  return {
    removed,
    paid: {
      amount0: removed.amount0 + position.collectable.amount0,
      amount1: removed.amount1 + position.collectable.amount1,
    },
  }
}

const credit = (owed: TokenAmounts, now: FeeGrowth, last: FeeGrowth, liquidity: bigint): TokenAmounts => {
  const earned = getFeesEarned(now, last, liquidity)
  return { amount0: owed.amount0 + earned.amount0, amount1: owed.amount1 + earned.amount1 }
}

const smaller = (a: TokenAmounts, b: TokenAmounts): TokenAmounts => ({
  amount0: a.amount0 < b.amount0 ? a.amount0 : b.amount0,
  amount1: a.amount1 < b.amount1 ? a.amount1 : b.amount1,
})
