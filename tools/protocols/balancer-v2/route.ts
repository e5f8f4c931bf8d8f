import { type Address, type ContractFunctionArgs, type Hex, zeroAddress } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { readAmount } from '../../kit/read-amount.ts'
import type { vaultAbi } from './abi.ts'
import { listKnownPools } from './base.ts'
import { PoolIdSchema } from './pool.ts'

/** Most pools that a trade passes. */
const MOST_HOPS = 4

/** Parameters that name a path of pools. */
export const ROUTE_PARAMETERS = {
  /** The tokens of the path in order, the first is sold. */
  tokens: Type.Array(TokenSchema, { minItems: 2, maxItems: MOST_HOPS + 1 }),
  poolIds: Type.Optional(
    Type.Array(PoolIdSchema, {
      minItems: 1,
      maxItems: MOST_HOPS,
      description: 'pools between the tokens, one fewer; those that are known unless told',
    }),
  ),
}

/** Codes that resolving a route may raise. */
export const ROUTE_ERROR_CODES = [
  'PROTOCOL_NOT_DEPLOYED',
  'UNKNOWN_TOKEN',
  'SAME_TOKEN',
  'INVALID_PARAMS',
  'QUOTE_FAILED',
] as const

/** Tokens in the order of a trade, and the pools between them, one fewer. */
export interface Route {
  readonly tokens: readonly TokenInfo[]
  readonly poolIds: readonly Hex[]
}

/** Which side of a trade is fixed, and at what amount. */
export interface TradeAmount {
  readonly exact: 'input' | 'output'
  readonly amountBaseUnits: bigint
}

/** Parameters that say how much is traded: one of both. */
export const AMOUNT_PARAMETERS = {
  amountInBaseUnits: Type.Optional(BaseUnitsSchema),
  amountOutBaseUnits: Type.Optional(BaseUnitsSchema),
}

/**
 * Read which side of a trade is fixed.
 *
 * @throws ToolError INVALID_PARAMS, ZERO_AMOUNT
 */
export function readTradeAmount({
  amountInBaseUnits,
  amountOutBaseUnits,
}: {
  readonly amountInBaseUnits?: string
  readonly amountOutBaseUnits?: string
}): TradeAmount {
  const given = amountInBaseUnits ?? amountOutBaseUnits
  if (given === undefined || (amountInBaseUnits !== undefined && amountOutBaseUnits !== undefined)) {
    throw new ToolError('INVALID_PARAMS', {
      path: '/amountInBaseUnits',
      problem: 'give exactly one of amountInBaseUnits and amountOutBaseUnits',
    })
  }
  const exact = amountInBaseUnits === undefined ? 'output' : 'input'
  const name = exact === 'input' ? 'amountInBaseUnits' : 'amountOutBaseUnits'
  return { exact, amountBaseUnits: readAmount(given, name) }
}

/** Name a route by its ends. */
export const nameRoute = ({ tokens }: Route): string => `${tokens[0]?.symbol}/${tokens.at(-1)?.symbol}`

/** The first token of a route, and the last. */
export const endsOf = ({ tokens }: Route): readonly [TokenInfo, TokenInfo] => [
  tokens[0] as TokenInfo,
  tokens.at(-1) as TokenInfo,
]

/**
 * Resolve a route; where no pool is named it takes known ones, without a request for tokens that the book has.
 *
 * @throws ToolError one of `ROUTE_ERROR_CODES`
 */
export async function resolveRoute(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  { tokens: named, poolIds }: { readonly tokens: readonly string[]; readonly poolIds?: readonly Hex[] },
): Promise<Route> {
  if (poolIds !== undefined && poolIds.length !== named.length - 1) {
    throw new ToolError('INVALID_PARAMS', {
      path: '/poolIds',
      problem: `has ${poolIds.length} pools, expected ${named.length - 1} between ${named.length} tokens`,
    })
  }
  const tokens = await Promise.all(named.map((token) => resolveErc20(ctx, token)))
  for (const [index, token] of tokens.entries()) {
    if (tokens.slice(0, index).some(({ address }) => isAddressEqual(address, token.address))) {
      throw new ToolError('SAME_TOKEN', { token: token.symbol })
    }
  }
  if (poolIds !== undefined) return { tokens, poolIds }
  const known = listKnownPools(ctx.book)
  const found = tokens.slice(1).map((tokenOut, index) => {
    const pair = [tokens[index] as TokenInfo, tokenOut]
    const pool = known.find(({ tokens: held }) =>
      pair.every(({ address }) => held.some((other) => isAddressEqual(other, address))),
    )
    if (pool !== undefined) return pool.id
    throw new ToolError('QUOTE_FAILED', {
      pair: pair.map(({ symbol }) => symbol).join('/'),
      reason: 'no Balancer pool that is known holds both',
    })
  })
  return { tokens, poolIds: found }
}

/** Whether the amount of a swap is what goes in or what comes out (v2-interfaces `IVault.SwapKind`). */
export const SWAP_KIND = { input: 0, output: 1 } as const

/** A trade as the Vault takes it: an exact output is walked from its end. */
export function toSteps({ tokens, poolIds }: Route, { exact, amountBaseUnits }: TradeAmount) {
  const last = tokens.length - 2
  const steps = poolIds.map((poolId, index) => ({
    poolId,
    assetInIndex: BigInt(index),
    assetOutIndex: BigInt(index + 1),
    amount: index === (exact === 'input' ? 0 : last) ? amountBaseUnits : 0n,
    userData: '0x' as const,
  }))
  return exact === 'input' ? steps : steps.reverse()
}

type Funds = ContractFunctionArgs<typeof vaultAbi, 'payable', 'swap'>[1]

/** Funds that come out of an account's wallet and go into it. */
export const ownFunds = (account: Address = zeroAddress): Funds => ({
  sender: account,
  fromInternalBalance: false,
  recipient: account,
  toInternalBalance: false,
})
