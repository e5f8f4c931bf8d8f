import { type Address, getAddress } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, FeeTierSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { poolAbi } from './abi.ts'
import { BASE } from './base.ts'
import { computePoolAddress, isToken0 } from './pool-address.ts'

type Reading = Pick<ToolContext, 'book' | 'chain'>

/** A pool by its identity; it need not have been created. */
export interface Pool {
  readonly address: Address
  readonly token0: TokenInfo
  readonly token1: TokenInfo
  readonly feeTier: number
}

/** What a pool's price and liquidity are. */
export interface PoolState {
  readonly sqrtPriceX96: bigint
  readonly tick: number
  readonly tickSpacing: number
  /** Liquidity in range. */
  readonly liquidity: bigint
  /** Share of the fees that the protocol keeps, one in so many: token0 in the lower four bits, token1 above; 0 is none. */
  readonly feeProtocol: number
}

type Slot0 = readonly [
  sqrtPriceX96: bigint,
  tick: number,
  index: number,
  cardinality: number,
  cardinalityNext: number,
  feeProtocol: number,
  unlocked: boolean,
]

/** Parameters that name a pool by its pair and fee tier. */
export const PAIR_PARAMETERS = { tokenA: TokenSchema, tokenB: TokenSchema, feeTier: FeeTierSchema }

/** Parameters that name a pool, by address or by its pair and fee tier. */
export const POOL_PARAMETERS = {
  pool: Type.Optional(AddressSchema),
  tokenA: Type.Optional(TokenSchema),
  tokenB: Type.Optional(TokenSchema),
  feeTier: Type.Optional(FeeTierSchema),
}

/** What every tool about one pool says of it. */
export const POOL_OUTPUT = {
  pool: AddressSchema,
  token0: AddressSchema,
  token1: AddressSchema,
  symbol0: Type.String(),
  symbol1: Type.String(),
  feeTier: Type.Integer(),
}

/** Describe a pool as `POOL_OUTPUT` has it. */
export const describePool = ({ address, token0, token1, feeTier }: Pool) => ({
  pool: address,
  token0: token0.address,
  token1: token1.address,
  symbol0: token0.symbol,
  symbol1: token1.symbol,
  feeTier,
})

/**
 * Resolve two different tokens.
 *
 * @throws ToolError SAME_TOKEN, UNKNOWN_TOKEN, PROTOCOL_NOT_DEPLOYED
 */
export async function resolvePair(
  ctx: Reading,
  tokenA: string,
  tokenB: string,
): Promise<readonly [TokenInfo, TokenInfo]> {
  const [a, b] = await Promise.all([resolveErc20(ctx, tokenA), resolveErc20(ctx, tokenB)])
  if (isAddressEqual(a.address, b.address)) throw new ToolError('SAME_TOKEN', { token: a.symbol })
  return [a, b]
}

/** The pool of two tokens at a fee tier, by computation alone. */
export function poolOf(ctx: Pick<ToolContext, 'book'>, a: TokenInfo, b: TokenInfo, feeTier: number): Pool {
  const { factory } = BASE.on(ctx.book)
  const [token0, token1] = isToken0(a.address, b.address) ? [a, b] : [b, a]
  return {
    address: computePoolAddress(factory, token0.address, token1.address, feeTier),
    token0,
    token1,
    feeTier,
  }
}

/**
 * Resolve the pool that a caller named; listed tokens cost no request. A contract that only looks like a pool
 * is not found: its address does not follow from the factory.
 *
 * @throws ToolError INVALID_PARAMS, SAME_TOKEN, UNKNOWN_TOKEN, NOT_FOUND, PROTOCOL_NOT_DEPLOYED
 */
export async function resolvePool(
  ctx: Reading,
  params: {
    readonly pool?: Address | undefined
    readonly tokenA?: string | undefined
    readonly tokenB?: string | undefined
    readonly feeTier?: number | undefined
  },
): Promise<Pool> {
  const { tokenA, tokenB, feeTier } = params
  if (params.pool !== undefined) return resolvePoolAddress(ctx, getAddress(params.pool))
  if (tokenA === undefined || tokenB === undefined || feeTier === undefined) {
    throw new ToolError('INVALID_PARAMS', {
      path: '/pool',
      problem: 'give either pool or all of tokenA, tokenB and feeTier',
    })
  }
  const [a, b] = await resolvePair(ctx, tokenA, tokenB)
  return poolOf(ctx, a, b, feeTier)
}

/**
 * Find out which pools some addresses are; undefined where an address is no pool of the factory.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED
 */
export async function identifyPools(
  ctx: Reading,
  addresses: readonly Address[],
): Promise<readonly (Pool | undefined)[]> {
  const read = <Name extends 'token0' | 'token1' | 'fee'>(functionName: Name) =>
    addresses.map((address) => ({ address, abi: poolAbi, functionName }) as const)
  const results = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    contracts: [...read('token0'), ...read('token1'), ...read('fee')],
  })
  return Promise.all(
    addresses.map(async (address, index) => {
      const token0 = results[index]?.result as Address | undefined
      const token1 = results[addresses.length + index]?.result as Address | undefined
      const feeTier = results[2 * addresses.length + index]?.result as number | undefined
      if (token0 === undefined || token1 === undefined || feeTier === undefined) return undefined
      const { factory } = BASE.on(ctx.book)
      if (!isAddressEqual(computePoolAddress(factory, token0, token1, feeTier), address)) return undefined
      const [a, b] = await resolvePair(ctx, token0, token1)
      return poolOf(ctx, a, b, feeTier)
    }),
  )
}

async function resolvePoolAddress(ctx: Reading, address: Address): Promise<Pool> {
  const [pool] = await identifyPools(ctx, [address])
  if (pool === undefined) {
    throw new ToolError('NOT_FOUND', {
      subject: `pool ${address}`,
      reason: 'the factory deployed no pool at this address',
    })
  }
  return pool
}

/** Build the error for a pool that was not created. */
export const poolNotFound = (a: TokenInfo, b: TokenInfo, feeTier: number | string) =>
  BASE.error('POOL_NOT_FOUND', { tokenA: a.symbol, tokenB: b.symbol, feeTier })

/** The reads that tell the states of several pools, for a multicall with more in it. */
export function listStateReads(pools: readonly Pick<Pool, 'address'>[]) {
  const read = <Name extends 'slot0' | 'liquidity' | 'tickSpacing'>(functionName: Name) =>
    pools.map(({ address }) => ({ address, abi: poolAbi, functionName }) as const)
  return [...read('slot0'), ...read('liquidity'), ...read('tickSpacing')]
}

/** Take the states of so many pools out of the answers to these reads; undefined where there is no pool. */
export const takeStates = (
  count: number,
  results: readonly { readonly result?: unknown }[],
): readonly (PoolState | undefined)[] =>
  Array.from({ length: count }, (_, index) => {
    const slot0 = results[index]?.result as Slot0 | undefined
    const liquidity = results[count + index]?.result as bigint | undefined
    const tickSpacing = results[2 * count + index]?.result as number | undefined
    if (slot0 === undefined || liquidity === undefined || tickSpacing === undefined || slot0[0] === 0n) {
      return undefined
    }
    return { sqrtPriceX96: slot0[0], tick: slot0[1], liquidity, tickSpacing, feeProtocol: slot0[5] }
  })

/**
 * Read price, tick spacing and liquidity of several pools in one request; undefined where there is no pool.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED
 */
export async function readPoolStates(
  ctx: Reading,
  pools: readonly Pick<Pool, 'address'>[],
): Promise<readonly (PoolState | undefined)[]> {
  const results = await ctx.chain.multicall({ ...inOneCall(ctx.book), contracts: listStateReads(pools) })
  return takeStates(pools.length, results)
}

/**
 * Read one pool's price, tick spacing and liquidity in one request.
 *
 * @throws ToolError POOL_NOT_FOUND, PROTOCOL_NOT_DEPLOYED
 */
export async function readPoolState(ctx: Reading, pool: Pool): Promise<PoolState> {
  const [state] = await readPoolStates(ctx, [pool])
  if (state === undefined) throw poolNotFound(pool.token0, pool.token1, pool.feeTier)
  return state
}
