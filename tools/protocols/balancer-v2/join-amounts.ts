import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { indexOf, type Pool } from './pool.ts'

/** What goes into a pool, as tools take it. */
export const DepositsSchema = Type.Array(
  Type.Object({ token: TokenSchema, amountBaseUnits: BaseUnitsSchema }, { additionalProperties: false }),
  { minItems: 1, maxItems: 5, description: 'tokens that go in; none of those left out' },
)

/** Amounts of tokens, as tools say them. */
export const AMOUNTS_OUTPUT = Type.Array(
  Type.Object({
    token: AddressSchema,
    symbol: Type.Union([Type.String(), Type.Null()]),
    amountBaseUnits: BaseUnitsSchema,
  }),
)

/** Describe an amount of each token that a pool holds, in their order. */
export const describeAmounts = ({ tokens }: Pool, amounts: readonly bigint[]) =>
  tokens.map(({ address, symbol }, index) => ({
    token: address,
    symbol: symbol ?? null,
    amountBaseUnits: (amounts[index] ?? 0n).toString(),
  }))

/**
 * Read how much goes in of each token that a pool holds, in their order.
 *
 * @throws ToolError ZERO_AMOUNT, UNKNOWN_TOKEN, TOKEN_NOT_IN_POOL, INVALID_PARAMS for a token that is named twice
 */
export async function readAmounts(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  pool: Pool,
  named: readonly { readonly token: string; readonly amountBaseUnits: string }[],
): Promise<readonly bigint[]> {
  const amounts = pool.tokens.map(() => 0n)
  for (const [at, { token: reference, amountBaseUnits }] of named.entries()) {
    const token = await resolveErc20(ctx, reference)
    const index = indexOf(pool, token)
    if (amounts[index] !== 0n) {
      throw new ToolError('INVALID_PARAMS', {
        path: `/deposits/${at}/token`,
        problem: `names ${token.symbol} a second time`,
      })
    }
    amounts[index] = readAmount(amountBaseUnits)
  }
  return amounts
}
