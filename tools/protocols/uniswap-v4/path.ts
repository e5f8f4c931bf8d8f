import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { TokenSchema, Type } from '../../core/schema.ts'
import { resolveToken } from '../../core/tokens.ts'
import { KEY_PARAMETERS, type KeyTerms, poolOf } from './pool.ts'
import type { Path } from './quote.ts'

/** Parameters of a path: tokens in order, and the pool between each two. */
export const PATH_PARAMETERS = {
  tokens: Type.Array(TokenSchema, {
    minItems: 3,
    maxItems: 5,
    description: 'tokens in order, ends included',
  }),
  pools: Type.Array(Type.Object(KEY_PARAMETERS, { additionalProperties: false }), {
    minItems: 2,
    maxItems: 4,
    description: 'fee, tick spacing and hook of the pool between each two tokens',
  }),
}

/**
 * Resolve a path; listed tokens cost no request.
 *
 * @throws ToolError INVALID_PARAMS, SAME_TOKEN, UNKNOWN_TOKEN, PROTOCOL_NOT_DEPLOYED
 */
export async function resolvePath(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  params: { readonly tokens: readonly string[]; readonly pools: readonly KeyTerms[] },
): Promise<Path> {
  if (params.pools.length !== params.tokens.length - 1) {
    const problem = `must have one fewer than tokens: expected ${params.tokens.length - 1}, found ${params.pools.length}`
    throw new ToolError('INVALID_PARAMS', { path: '/pools', problem })
  }
  const tokens = await Promise.all(params.tokens.map((token) => resolveToken(ctx, token)))
  const twice = tokens.find(
    ({ address }, index) => tokens.findIndex((token) => token.address === address) < index,
  )
  if (twice !== undefined) throw new ToolError('SAME_TOKEN', { token: twice.symbol })
  const pools = params.pools.map((terms, index) => {
    const [from, to] = tokens.slice(index, index + 2) as [(typeof tokens)[number], (typeof tokens)[number]]
    return poolOf(from, to, terms)
  })
  return { tokens, pools }
}
