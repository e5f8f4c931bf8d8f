import { type Address, BaseError, erc20Abi, getAddress, type Hex, slice } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { ask, view } from '../../kit/views.ts'
import { poolAbi, vaultAbi } from './abi.ts'
import { BASE, listKnownPools } from './base.ts'

type Reading = Pick<ToolContext, 'book' | 'chain'>

/** A pool's id, as tools take it: its address is the first 20 bytes. */
export const PoolIdSchema = HashSchema

/** How a venue's request names its pool. */
export const VENUE = { poolId: Type.Optional(PoolIdSchema) }

/** No pool is looked for among those that anybody registers. */
export const NO_POOL_NAMED = new ToolError('INVALID_PARAMS', {
  path: '/venue/poolId',
  problem: 'is needed to name the pool',
})

/** Codes that reading a pool may raise. */
export const POOL_ERROR_CODES = ['PROTOCOL_NOT_DEPLOYED', 'POOL_NOT_REGISTERED'] as const

/** What a token of a pool is; symbol and decimals are undefined where it does not say. */
export interface PoolToken {
  readonly address: Address
  readonly symbol: string | undefined
  readonly decimals: number | undefined
  readonly balance: bigint
  /** Of 10^18; undefined where the pool has no weights. */
  readonly weightWad: bigint | undefined
}

/** A pool at the head. */
export interface Pool {
  readonly id: Hex
  readonly address: Address
  readonly kind: 'weighted' | 'composable-stable' | 'other'
  readonly symbol: string
  /** As the Vault orders them; a composable pool's own shares are no part of it. */
  readonly tokens: readonly PoolToken[]
  /** Where its own shares stand among the assets that the Vault lists; undefined where they are none of them. */
  readonly bptIndex: number | undefined
  /** Of 10^18; undefined where the pool does not say. */
  readonly swapFeeWad: bigint | undefined
  readonly amplification: { readonly value: bigint; readonly precision: bigint } | undefined
  /** Shares that are somebody's, those that are due as fees included; undefined where the pool does not say. */
  readonly supply: bigint | undefined
  readonly lastChangeBlock: bigint
  readonly isListed: boolean
  /** Whether its shares leave by the one way that no pause closes; pools of the first versions know none. */
  readonly isRecovering: boolean
}

/** The address of a pool, which its id begins with (v2-vault `PoolRegistry.sol`). */
export const addressOf = (poolId: Hex): Address => getAddress(slice(poolId, 0, 20))

const VIEWS = [
  'symbol',
  'totalSupply',
  'getActualSupply',
  'getSwapFeePercentage',
  'getNormalizedWeights',
  'getAmplificationParameter',
  'getBptIndex',
  'inRecoveryMode',
] as const

type Answers = readonly [
  registered: readonly [Address, number] | undefined,
  held: readonly [readonly Address[], readonly bigint[], bigint] | undefined,
  symbol: string | undefined,
  totalSupply: bigint | undefined,
  actualSupply: bigint | undefined,
  fee: bigint | undefined,
  weights: readonly bigint[] | undefined,
  amplification: readonly [bigint, boolean, bigint] | undefined,
  bptIndex: bigint | undefined,
  recovery: boolean | undefined,
]

/** How many views are asked of each pool. */
const EACH = VIEWS.length + 2

const askPool = (vault: Address, id: Hex) => [
  view(vault, vaultAbi, 'getPool', [id]),
  view(vault, vaultAbi, 'getPoolTokens', [id]),
  ...VIEWS.map((functionName) => view(addressOf(id), poolAbi, functionName)),
]

/** What a pool is by its own answers. */
function toPool(id: Hex, answers: Answers, isListed: boolean): Pool | undefined {
  const [registered, held, symbol, totalSupply, actualSupply, fee, weights, amplification, at, recovery] =
    answers
  if (registered === undefined || held === undefined) return undefined
  const bptIndex = at === undefined ? undefined : Number(at)
  const [addresses, balances, lastChangeBlock] = held
  const tokens = addresses.flatMap((address, index): PoolToken[] =>
    index === bptIndex
      ? []
      : [
          {
            address: getAddress(address),
            symbol: undefined,
            decimals: undefined,
            balance: balances[index] as bigint,
            weightWad: weights?.[index],
          },
        ],
  )
  const isStable = amplification !== undefined && bptIndex !== undefined
  return {
    id,
    address: addressOf(id),
    kind: isStable ? 'composable-stable' : weights?.length === addresses.length ? 'weighted' : 'other',
    symbol: symbol ?? '',
    tokens,
    bptIndex,
    swapFeeWad: fee,
    amplification:
      amplification && amplification[2] > 0n
        ? { value: amplification[0], precision: amplification[2] }
        : undefined,
    supply: actualSupply ?? totalSupply,
    lastChangeBlock,
    isListed,
    isRecovering: recovery === true,
  }
}

/**
 * Read pools in one request, and one more where a token is not in the book; undefined where the Vault knows none of that id.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED
 */
export async function findPools(ctx: Reading, ids: readonly Hex[]): Promise<readonly (Pool | undefined)[]> {
  if (ids.length === 0) return []
  const { vault } = BASE.on(ctx.book)
  const listed = new Set(listKnownPools(ctx.book).map(({ id }) => id))
  const { values: answers } = await ask(
    ctx,
    ids.flatMap((id) => askPool(vault, id)),
  )
  const pools = ids.map((id, index) =>
    toPool(
      id,
      answers.slice(index * EACH, (index + 1) * EACH) as unknown as Answers,
      listed.has(id.toLowerCase() as Hex),
    ),
  )
  const describe = await describeTokens(
    ctx,
    pools.flatMap((pool) => pool?.tokens ?? []),
  )
  return pools.map((pool) => pool && { ...pool, tokens: pool.tokens.map(describe) })
}

/** Name tokens by the book, and by themselves where it does not know them. */
async function describeTokens(ctx: Reading, tokens: readonly PoolToken[]) {
  const known = new Map<Address, Pick<PoolToken, 'symbol' | 'decimals'>>(
    ctx.book.tokens.map(({ address, symbol, decimals }) => [getAddress(address), { symbol, decimals }]),
  )
  const unknown = [...new Set(tokens.map(({ address }) => address))].filter((address) => !known.has(address))
  const { values } =
    unknown.length === 0
      ? { values: [] }
      : await ask(
          ctx,
          unknown.flatMap((address) => [
            view(address, erc20Abi, 'symbol'),
            view(address, erc20Abi, 'decimals'),
          ]),
        )
  for (const [index, address] of unknown.entries()) {
    const [symbol, decimals] = values.slice(2 * index, 2 * index + 2)
    known.set(address, { symbol: symbol as string | undefined, decimals: decimals as number | undefined })
  }
  return (token: PoolToken): PoolToken => ({ ...token, ...known.get(token.address) })
}

/**
 * Read one pool.
 *
 * @throws ToolError POOL_NOT_REGISTERED, PROTOCOL_NOT_DEPLOYED
 */
export async function readPool(ctx: Reading, id: Hex): Promise<Pool> {
  const [pool] = await findPools(ctx, [id])
  if (pool === undefined) throw BASE.error('POOL_NOT_REGISTERED', { pool: id })
  return pool
}

/** List the assets that the Vault asks for at a join or an exit, and what is said of each; of own shares nothing is. */
export function listAssets(
  pool: Pick<Pool, 'address' | 'tokens' | 'bptIndex'>,
  amounts: readonly bigint[],
  ofShares = 0n,
): { readonly assets: readonly Address[]; readonly amounts: readonly bigint[] } {
  const { bptIndex } = pool
  const assets = pool.tokens.map(({ address }) => address)
  if (bptIndex === undefined) return { assets, amounts }
  return {
    assets: assets.toSpliced(bptIndex, 0, pool.address),
    amounts: amounts.toSpliced(bptIndex, 0, ofShares),
  }
}

/** Leave a pool's own shares out of amounts that the Vault orders by its assets. */
export const withoutShares = (
  { bptIndex }: Pick<Pool, 'bptIndex'>,
  amounts: readonly bigint[],
): readonly bigint[] => (bptIndex === undefined ? amounts : amounts.toSpliced(bptIndex, 1))

/**
 * Find where a token stands in a pool.
 *
 * @throws ToolError TOKEN_NOT_IN_POOL
 */
export function indexOf(
  pool: Pick<Pool, 'id' | 'tokens'>,
  token: Pick<TokenInfo, 'address' | 'symbol'>,
): number {
  const index = pool.tokens.findIndex(({ address }) => isAddressEqual(address, token.address))
  if (index >= 0) return index
  const expected = pool.tokens.map(({ symbol, address }) => symbol ?? address).join(', ')
  throw BASE.error('TOKEN_NOT_IN_POOL', { pool: pool.id, token: token.symbol, expected })
}

/** Say why a contract of Balancer's reverted. */
export function explainRevert(cause: unknown): string {
  const text = cause instanceof BaseError ? cause.message : String(cause)
  const code = /BAL#\d{3}/.exec(text)?.[0]
  if (code === undefined) return 'it reverts without a reason'
  return BASE.reasons[code] ?? `it reverts with ${code}`
}

/** What every tool about one pool says of it. */
export const POOL_OUTPUT = {
  poolId: HashSchema,
  pool: AddressSchema,
  symbol: Type.String(),
  kind: Type.Union([Type.Literal('weighted'), Type.Literal('composable-stable'), Type.Literal('other')]),
  /** Whether the book names it: of no other may a cage hold shares by default. */
  isListed: Type.Boolean(),
}

/** Describe a pool as `POOL_OUTPUT` has it. */
export const describePool = ({ id, address, symbol, kind, isListed }: Pool) => ({
  poolId: id,
  pool: address,
  symbol,
  kind,
  isListed,
})

/** What a pool holds, as tools say it. */
export const HOLDINGS_OUTPUT = {
  tokens: Type.Array(
    Type.Object({
      token: AddressSchema,
      symbol: Type.Union([Type.String(), Type.Null()]),
      decimals: Type.Union([Type.Integer(), Type.Null()]),
      balanceBaseUnits: BaseUnitsSchema,
      /** Its part of the pool's value; null where the pool has no weights. */
      weightMillionths: Type.Union([Type.Integer(), Type.Null()]),
    }),
  ),
  /** Null where the pool does not say, as its shares are. */
  swapFeeMillionths: Type.Union([Type.Integer(), Type.Null()]),
  /** Null where the pool is none of stable ones. */
  amplification: Type.Union([Type.Number(), Type.Null()]),
  /** Shares that are somebody's, with 18 decimals; a composable pool keeps others, which nobody has. */
  totalSharesBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
  lastChangeBlock: Type.String(),
}

const WAD_PER_MILLIONTH = 10n ** 12n

/** Describe what a pool holds as `HOLDINGS_OUTPUT` has it. */
export const describeHoldings = (pool: Pool) => ({
  tokens: pool.tokens.map(({ address, symbol, decimals, balance, weightWad }) => ({
    token: address,
    symbol: symbol ?? null,
    decimals: decimals ?? null,
    balanceBaseUnits: balance.toString(),
    weightMillionths: weightWad === undefined ? null : Number(weightWad / WAD_PER_MILLIONTH),
  })),
  swapFeeMillionths: pool.swapFeeWad === undefined ? null : Number(pool.swapFeeWad / WAD_PER_MILLIONTH),
  amplification:
    pool.amplification === undefined
      ? null
      : Number(pool.amplification.value) / Number(pool.amplification.precision),
  totalSharesBaseUnits: pool.supply?.toString() ?? null,
  lastChangeBlock: pool.lastChangeBlock.toString(),
})
