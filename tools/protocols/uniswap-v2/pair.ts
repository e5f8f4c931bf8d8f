import { type Address, erc20Abi, getAddress } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { chainReadFailed } from '../../core/in-time.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { factoryAbi, pairAbi } from './abi.ts'
import { BASE } from './base.ts'
import { type Reserves, type Supply, supplyWithFee } from './maths.ts'
import { computePairAddress, sortTokens } from './pair-address.ts'

type Reading = Pick<ToolContext, 'book' | 'chain'>

/** A pair by its identity; it need not have been created. */
export interface Pair {
  readonly address: Address
  readonly token0: TokenInfo
  readonly token1: TokenInfo
}

/** What a pair holds, and the liquidity that it owes for it. */
export interface PairState extends Pair {
  /** What it booked, by which it trades and takes deposits. */
  readonly reserves: Reserves
  /** What it has, of which it pays liquidity out: gifts, fees of tokens and rebases are booked by nobody. */
  readonly holds: Reserves
  readonly supply: Supply
  /** The supply with the protocol's share that the next deposit or withdrawal mints. */
  readonly supplyWithFee: bigint
}

/** Codes that resolving and reading a pair may raise. */
export const PAIR_ERROR_CODES = [
  'INVALID_PARAMS',
  'SAME_TOKEN',
  'UNKNOWN_TOKEN',
  'NOT_FOUND',
  'PROTOCOL_NOT_DEPLOYED',
  'PAIR_NOT_FOUND',
  'CHAIN_READ_FAILED',
] as const

/** Parameters that name a pair, by address or by its tokens. */
export const PAIR_PARAMETERS = {
  pair: Type.Optional(AddressSchema),
  tokenA: Type.Optional(TokenSchema),
  tokenB: Type.Optional(TokenSchema),
}

/** What every tool about one pair says of it. */
export const PAIR_OUTPUT = {
  pair: AddressSchema,
  token0: AddressSchema,
  token1: AddressSchema,
  symbol0: Type.String(),
  symbol1: Type.String(),
}

/** What a pair holds, as tools report it. */
export const RESERVES_OUTPUT = { reserve0BaseUnits: BaseUnitsSchema, reserve1BaseUnits: BaseUnitsSchema }

/** Describe a pair as `PAIR_OUTPUT` has it. */
export const describePair = ({ address, token0, token1 }: Pair) => ({
  pair: address,
  token0: token0.address,
  token1: token1.address,
  symbol0: token0.symbol,
  symbol1: token1.symbol,
})

/** Describe reserves as `RESERVES_OUTPUT` has them. */
export const describeReserves = ([reserve0, reserve1]: Reserves) => ({
  reserve0BaseUnits: reserve0.toString(),
  reserve1BaseUnits: reserve1.toString(),
})

/** The pair of two tokens, by computation alone. */
export function pairOf(ctx: Pick<ToolContext, 'book'>, a: TokenInfo, b: TokenInfo): Pair {
  const { factory } = BASE.on(ctx.book)
  const [first] = sortTokens(a.address, b.address)
  const [token0, token1] = isAddressEqual(first, a.address) ? [a, b] : [b, a]
  return { address: computePairAddress(factory, a.address, b.address), token0, token1 }
}

/** Whether the first token of a trade or a deposit is the pair's first. */
const isFirst = ({ token0 }: Pair, token: Pick<TokenInfo, 'address'>): boolean =>
  isAddressEqual(token0.address, token.address)

/** Put what stands in the order of a pair into that of a token and the other one, or back. */
export const inOrderOf = <Value>(
  pair: Pair,
  token: Pick<TokenInfo, 'address'>,
  [first, second]: readonly [Value, Value],
): readonly [Value, Value] => (isFirst(pair, token) ? [first, second] : [second, first])

/**
 * Resolve two different tokens.
 *
 * @throws ToolError SAME_TOKEN, UNKNOWN_TOKEN, PROTOCOL_NOT_DEPLOYED
 */
export async function resolveTokens(
  ctx: Reading,
  tokenA: string,
  tokenB: string,
): Promise<readonly [TokenInfo, TokenInfo]> {
  const [a, b] = await Promise.all([resolveErc20(ctx, tokenA), resolveErc20(ctx, tokenB)])
  if (isAddressEqual(a.address, b.address)) throw new ToolError('SAME_TOKEN', { token: a.symbol })
  return [a, b]
}

/**
 * Resolve the pair that a caller named; listed tokens cost no request. A contract that only looks like a pair is not
 * found: its address does not follow from the factory.
 *
 * @throws ToolError INVALID_PARAMS, SAME_TOKEN, UNKNOWN_TOKEN, NOT_FOUND, PROTOCOL_NOT_DEPLOYED
 */
export async function resolvePair(
  ctx: Reading,
  params: {
    readonly pair?: Address | undefined
    readonly tokenA?: string | undefined
    readonly tokenB?: string | undefined
  },
): Promise<Pair> {
  const { pair, tokenA, tokenB } = params
  if (pair !== undefined) return resolvePairAddress(ctx, getAddress(pair))
  if (tokenA === undefined || tokenB === undefined) {
    throw new ToolError('INVALID_PARAMS', {
      path: '/pair',
      problem: 'give either pair or both of tokenA and tokenB',
    })
  }
  return pairOf(ctx, ...(await resolveTokens(ctx, tokenA, tokenB)))
}

async function resolvePairAddress(ctx: Reading, address: Address): Promise<Pair> {
  const [token0, token1] = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    contracts: [
      { address, abi: pairAbi, functionName: 'token0' },
      { address, abi: pairAbi, functionName: 'token1' },
    ],
  })
  if (token0.result !== undefined && token1.result !== undefined) {
    const { factory } = BASE.on(ctx.book)
    if (isAddressEqual(computePairAddress(factory, token0.result, token1.result), address)) {
      return pairOf(ctx, ...(await resolveTokens(ctx, token0.result, token1.result)))
    }
  }
  throw new ToolError('NOT_FOUND', {
    subject: `pair ${address}`,
    reason: 'the factory deployed no pair at this address',
  })
}

/** Build the error for a pair that was not created, or that nobody gave anything. */
export const pairNotFound = ({ token0, token1 }: Pair) =>
  BASE.error('PAIR_NOT_FOUND', { tokenA: token0.symbol, tokenB: token1.symbol })

/**
 * Read one pair, and what an account holds of it, in one request.
 *
 * @throws ToolError PAIR_NOT_FOUND, PROTOCOL_NOT_DEPLOYED, CHAIN_READ_FAILED
 */
export async function readPair(
  ctx: Reading,
  pair: Pair,
  account: Address = pair.address,
): Promise<PairState & { readonly held: bigint }> {
  const { factory } = BASE.on(ctx.book)
  const view = { address: pair.address, abi: pairAbi } as const
  const balance = (address: Address, owner: Address) =>
    ({ address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] }) as const
  const [found, total, kLast, held, feeTo, holds0, holds1] = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    contracts: [
      { ...view, functionName: 'getReserves' },
      { ...view, functionName: 'totalSupply' },
      { ...view, functionName: 'kLast' },
      balance(pair.address, account),
      { address: factory, abi: factoryAbi, functionName: 'feeTo' },
      balance(pair.token0.address, pair.address),
      balance(pair.token1.address, pair.address),
    ],
  })
  // These answer whether there is a pair or not.
  if (feeTo.status === 'failure' || holds0.status === 'failure' || holds1.status === 'failure') {
    const subject = `the pair of ${pair.token0.symbol} and ${pair.token1.symbol}`
    throw chainReadFailed(subject, feeTo.error ?? holds0.error ?? holds1.error)
  }
  const [reserve0, reserve1] = found.result ?? [0n, 0n]
  if (!reserve0 || !reserve1 || !total.result || kLast.result === undefined || held.result === undefined) {
    throw pairNotFound(pair)
  }
  const reserves = [reserve0, reserve1] as const
  const isFeeOn = BigInt(feeTo.result) !== 0n
  const supply = { total: total.result, kLast: kLast.result, isFeeOn }
  return {
    ...pair,
    reserves,
    holds: [holds0.result, holds1.result],
    supply,
    supplyWithFee: supplyWithFee(reserves, supply),
    held: held.result,
  }
}
