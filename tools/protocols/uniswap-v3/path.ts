import { type Address, concat, getAddress, type Hex, numberToHex, size, slice } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { FeeTierSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'

const ADDRESS_BYTES = 20
const FEE_BYTES = 3

/** A path through pools: one token more than fee tiers. */
export interface SwapPath {
  readonly tokens: readonly Address[]
  readonly feeTiers: readonly number[]
}

/** Encode a path as the periphery reads it: token, fee, token, … (v3-periphery `Path.sol`). */
export const encodePath = ({ tokens, feeTiers }: SwapPath): Hex =>
  concat(
    tokens.flatMap((token, index) => {
      const feeTier = feeTiers[index]
      return feeTier === undefined ? [token] : [token, numberToHex(feeTier, { size: FEE_BYTES })]
    }),
  )

/** Encode a path for an exact output, which the periphery walks from the last token to the first. */
export const encodeReversePath = ({ tokens, feeTiers }: SwapPath): Hex =>
  encodePath({ tokens: tokens.toReversed(), feeTiers: feeTiers.toReversed() })

/** Decode a path in the order of its bytes; undefined when the bytes are none. */
export function decodePath(path: Hex): SwapPath | undefined {
  const hops = (size(path) - ADDRESS_BYTES) / (ADDRESS_BYTES + FEE_BYTES)
  if (!Number.isInteger(hops) || hops < 1) return undefined
  const tokens: Address[] = [getAddress(slice(path, 0, ADDRESS_BYTES))]
  const feeTiers: number[] = []
  for (let hop = 0; hop < hops; hop += 1) {
    const start = ADDRESS_BYTES + hop * (ADDRESS_BYTES + FEE_BYTES)
    feeTiers.push(Number(slice(path, start, start + FEE_BYTES)))
    tokens.push(getAddress(slice(path, start + FEE_BYTES, start + FEE_BYTES + ADDRESS_BYTES)))
  }
  return { tokens, feeTiers }
}

/** Most pools that one path may pass. */
const MAX_HOPS = 4

/** Parameters that name a path. */
export const PATH_PARAMETERS = {
  tokens: Type.Array(TokenSchema, {
    minItems: 2,
    maxItems: MAX_HOPS + 1,
    description: 'tokens of the path in the order of the trade',
  }),
  feeTiers: Type.Array(FeeTierSchema, {
    minItems: 1,
    maxItems: MAX_HOPS,
    description: 'fee tier of the pool between each two tokens',
  }),
}

/** A path whose tokens are known. */
export interface ResolvedPath extends SwapPath {
  readonly tokenIn: TokenInfo
  readonly tokenOut: TokenInfo
}

/**
 * Resolve a path that a caller named.
 *
 * @throws ToolError INVALID_PARAMS, SAME_TOKEN, UNKNOWN_TOKEN, PROTOCOL_NOT_DEPLOYED
 */
export async function resolvePath(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  params: { readonly tokens: readonly string[]; readonly feeTiers: readonly number[] },
): Promise<ResolvedPath> {
  if (params.tokens.length !== params.feeTiers.length + 1) {
    throw new ToolError('INVALID_PARAMS', {
      path: '/feeTiers',
      problem: `has ${params.feeTiers.length} members, expected ${params.tokens.length - 1}: one a pool`,
    })
  }
  const { tokenIn, tokenOut, all } = await resolveTokens(ctx, params.tokens)
  return { tokenIn, tokenOut, tokens: all.map((token) => token.address), feeTiers: params.feeTiers }
}

/**
 * Resolve the tokens of a path, the first of which is not the last.
 *
 * @throws ToolError SAME_TOKEN, UNKNOWN_TOKEN, PROTOCOL_NOT_DEPLOYED
 */
export async function resolveTokens(ctx: Pick<ToolContext, 'book' | 'chain'>, named: readonly string[]) {
  const all = await Promise.all(named.map((token) => resolveErc20(ctx, token)))
  const tokenIn = all[0] as TokenInfo
  const tokenOut = all.at(-1) as TokenInfo
  if (tokenIn.address === tokenOut.address) throw new ToolError('SAME_TOKEN', { token: tokenIn.symbol })
  return { tokenIn, tokenOut, all }
}
