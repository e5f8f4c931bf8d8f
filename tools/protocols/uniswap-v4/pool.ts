import { type Address, getAddress, type Hex, slice, zeroAddress } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { encodeAbiParameters } from '../../core/encode-abi-parameters.ts'
import { ToolError } from '../../core/errors.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { AddressSchema, HashSchema, TokenSchema, Type } from '../../core/schema.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { POOL_KEY_PARAMETERS, poolManagerAbi, positionManagerAbi, stateViewAbi } from './abi.ts'
import { BASE } from './base.ts'
import { isCurrency0, resolvePair, toCurrency, toToken } from './currency.ts'

type Reading = Pick<ToolContext, 'book' | 'chain'>

/** The fee of a pool whose hook sets it (v4-core `LPFeeLibrary.DYNAMIC_FEE_FLAG`). */
export const DYNAMIC_FEE = 0x800000

/** Tick spacings by which pools of the common fees are opened; others have to be told. */
export const USUAL_SPACINGS: Readonly<Record<number, number>> = { 100: 1, 500: 10, 3000: 60, 10000: 200 }

/** Blocks that are looked through for the key of a pool that no position was minted in; public providers refuse more. */
const KEY_BLOCKS = 10_000n

/** What identifies a pool (v4-core `PoolKey.sol`); the zero address is the native coin, or no hook. */
export interface PoolKey {
  readonly currency0: Address
  readonly currency1: Address
  readonly fee: number
  readonly tickSpacing: number
  readonly hooks: Address
}

/** A pool by its identity; it need not have been initialised. */
export interface Pool {
  readonly id: Hex
  readonly key: PoolKey
  readonly token0: TokenInfo
  readonly token1: TokenInfo
}

/** What a pool's price, fee and liquidity are. */
export interface PoolState {
  readonly sqrtPriceX96: bigint
  readonly tick: number
  /** What providers get of a trade, in hundredths of a basis point; a dynamic one is that of now. */
  readonly lpFee: number
  /** Liquidity in range. */
  readonly liquidity: bigint
}

/** Parameters by which a key goes beyond its pair. */
export const KEY_PARAMETERS = {
  feeTier: Type.Integer({
    minimum: 0,
    maximum: DYNAMIC_FEE,
    description: `fee in hundredths of a basis point; ${DYNAMIC_FEE} where a hook sets it`,
  }),
  tickSpacing: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 32_767,
      description: 'tick spacing; that of the usual fees by default',
    }),
  ),
  hooks: Type.Optional(
    Type.Unsafe<Address>({ ...AddressSchema, description: 'hook of the pool; none by default' }),
  ),
}

/** No pool is looked for: anybody opens pools of a pair, with any hook. */
export const NO_POOL_NAMED = new ToolError('INVALID_PARAMS', {
  path: '/venue/feeTier',
  problem: 'is needed to name the pool',
})

/** The same for a path. */
export const NO_POOLS_NAMED = new ToolError('INVALID_PARAMS', {
  path: '/venue/pools',
  problem: 'is needed to name the pools',
})

/** Parameters that name a pool, by its id or by its key. */
export const POOL_PARAMETERS = {
  poolId: Type.Optional(HashSchema),
  tokenA: Type.Optional(TokenSchema),
  tokenB: Type.Optional(TokenSchema),
  ...KEY_PARAMETERS,
  feeTier: Type.Optional(KEY_PARAMETERS.feeTier),
}

/** What every tool about one pool says of it; the zero address is the native coin, or no hook. */
export const POOL_OUTPUT = {
  poolId: HashSchema,
  currency0: AddressSchema,
  currency1: AddressSchema,
  symbol0: Type.String(),
  symbol1: Type.String(),
  feeTier: Type.Integer(),
  isDynamicFee: Type.Boolean(),
  tickSpacing: Type.Integer(),
  hooks: AddressSchema,
}

/** Codes that resolving a pool may raise. */
export const POOL_ERROR_CODES = [
  'INVALID_PARAMS',
  'SAME_TOKEN',
  'UNKNOWN_TOKEN',
  'POOL_NOT_INITIALIZED',
  'PROTOCOL_NOT_DEPLOYED',
] as const

/** Describe a pool as `POOL_OUTPUT` has it. */
export const describePool = ({ id, key, token0, token1 }: Pool) => ({
  poolId: id,
  currency0: key.currency0,
  currency1: key.currency1,
  symbol0: token0.symbol,
  symbol1: token1.symbol,
  feeTier: key.fee,
  isDynamicFee: key.fee === DYNAMIC_FEE,
  tickSpacing: key.tickSpacing,
  hooks: key.hooks,
})

/** Compute the id of a pool (v4-core `PoolIdLibrary.toId`). */
export const toPoolId = (key: PoolKey): Hex => keccak256(encodeAbiParameters(POOL_KEY_PARAMETERS, [key]))

/** Name a pool in errors. */
export const namePool = ({ key, token0, token1 }: Pool): string =>
  `${token0.symbol}/${token1.symbol} at fee ${key.fee}, spacing ${key.tickSpacing}, hook ${key.hooks}`

/** Say that a pool is not there. */
export const notInitialized = (pool: string) => BASE.error('POOL_NOT_INITIALIZED', { pool })

/** What a caller says of a key beyond its pair. */
export interface KeyTerms {
  readonly feeTier: number
  readonly tickSpacing?: number | undefined
  readonly hooks?: Address | undefined
}

/**
 * The pool of two tokens, by computation alone.
 *
 * @throws ToolError INVALID_PARAMS where the fee does not say the tick spacing
 */
export function poolOf(a: TokenInfo, b: TokenInfo, { feeTier, tickSpacing, hooks }: KeyTerms): Pool {
  const [token0, token1] = isCurrency0(a, b) ? [a, b] : [b, a]
  const spacing = tickSpacing ?? USUAL_SPACINGS[feeTier]
  if (spacing === undefined) {
    const problem = `must be given: pools at fee ${feeTier} have no usual one`
    throw new ToolError('INVALID_PARAMS', { path: '/tickSpacing', problem })
  }
  const key = {
    currency0: toCurrency(token0),
    currency1: toCurrency(token1),
    fee: feeTier,
    tickSpacing: spacing,
    hooks: hooks === undefined ? zeroAddress : getAddress(hooks),
  }
  return { id: toPoolId(key), key, token0, token1 }
}

/** The pool of a known key. */
export async function poolOfKey(ctx: Reading, key: PoolKey): Promise<Pool> {
  const [token0, token1] = await resolvePair(ctx, toToken(key.currency0), toToken(key.currency1))
  return { id: toPoolId(key), key, token0, token1 }
}

/**
 * Resolve the pool that a caller named; by its key, listed tokens cost no request.
 *
 * @throws ToolError one of `POOL_ERROR_CODES`
 */
export async function resolvePool(
  ctx: Reading,
  params: Partial<KeyTerms> & {
    readonly poolId?: Hex | undefined
    readonly tokenA?: string | undefined
    readonly tokenB?: string | undefined
  },
): Promise<Pool> {
  const { poolId, tokenA, tokenB, feeTier } = params
  if (poolId !== undefined) return poolOfKey(ctx, await findKey(ctx, poolId.toLowerCase() as Hex))
  if (tokenA === undefined || tokenB === undefined || feeTier === undefined) {
    const problem = 'give either poolId or all of tokenA, tokenB and feeTier'
    throw new ToolError('INVALID_PARAMS', { path: '/poolId', problem })
  }
  return poolOf(...(await resolvePair(ctx, tokenA, tokenB)), { ...params, feeTier })
}

/** Find the key of an id: the position manager keeps those of its positions, the log those of the last blocks. */
async function findKey(ctx: Reading, id: Hex): Promise<PoolKey> {
  const { poolManager, positionManager } = BASE.on(ctx.book)
  const [currency0, currency1, fee, tickSpacing, hooks] = await ctx.chain.readContract({
    address: positionManager,
    abi: positionManagerAbi,
    functionName: 'poolKeys',
    args: [slice(id, 0, 25)],
  })
  const kept = { currency0, currency1, fee, tickSpacing, hooks }
  if (tickSpacing !== 0 && toPoolId(kept) === id) return kept
  const toBlock = await ctx.chain.getBlockNumber()
  const [log] = await ctx.chain.getContractEvents({
    address: poolManager,
    abi: poolManagerAbi,
    eventName: 'Initialize',
    args: { id },
    fromBlock: toBlock >= KEY_BLOCKS ? toBlock - KEY_BLOCKS + 1n : 0n,
    toBlock,
    strict: true,
  })
  if (log === undefined) throw notInitialized(id)
  return log.args
}

/**
 * Read price, fee and liquidity of several pools in one request; undefined where there is no pool.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED
 */
export async function readPoolStates(
  ctx: Reading,
  pools: readonly Pick<Pool, 'id'>[],
): Promise<readonly (PoolState | undefined)[]> {
  const results = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    contracts: pools.flatMap(askState(ctx)),
  })
  return pools.map((_, index) => toState(results.slice(2 * index).map(({ result }) => result)))
}

/** The two calls that tell a pool's state, for a multicall. */
export const askState =
  ({ book }: Pick<ToolContext, 'book'>) =>
  ({ id }: Pick<Pool, 'id'>) => {
    const view = { address: BASE.on(book).stateView, abi: stateViewAbi, args: [id] } as const
    return [
      { ...view, functionName: 'getSlot0' },
      { ...view, functionName: 'getLiquidity' },
    ] as const
  }

/** Read the answers to the calls of `askState`; undefined where there is no pool. */
export function toState([slot0, liquidity]: readonly unknown[]): PoolState | undefined {
  const [sqrtPriceX96, tick, , lpFee] = (slot0 ?? [0n]) as readonly [bigint, number, number, number]
  return sqrtPriceX96 === 0n ? undefined : { sqrtPriceX96, tick, lpFee, liquidity: liquidity as bigint }
}

/**
 * Read one pool's state in one request.
 *
 * @throws ToolError POOL_NOT_INITIALIZED, PROTOCOL_NOT_DEPLOYED
 */
export async function readPoolState(ctx: Reading, pool: Pool): Promise<PoolState> {
  const [state] = await readPoolStates(ctx, [pool])
  if (state === undefined) throw notInitialized(namePool(pool))
  return state
}
