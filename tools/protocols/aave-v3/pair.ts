import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { SlippageSchema } from '../../kit/slippage.ts'
import type { Holding } from './health.ts'
import {
  assertDifferent,
  findHolding,
  HealthFactorSchema,
  type PlannedAccount,
  type Planning,
  readOwnAccount,
} from './lending.ts'

/** Parameters of replacing a part of one position by another. */
export const ReplaceSchema = Type.Object(
  {
    from: TokenSchema,
    to: TokenSchema,
    amountBaseUnits: BaseUnitsSchema,
    slippageBps: SlippageSchema,
    leastHealthFactor: HealthFactorSchema,
  },
  { additionalProperties: false },
)

/**
 * Read the agent's account and what it has in two different reserves, in the order of their tokens.
 *
 * @throws ToolError one of `LENDING_ERROR_CODES`, SAME_TOKEN
 */
export async function readPair(
  ctx: Planning,
  one: string,
  other: string,
): Promise<{ readonly account: PlannedAccount; readonly pair: readonly [Holding, Holding] }> {
  const account = await readOwnAccount(ctx)
  const pair = await Promise.all([findHolding(ctx, account, one), findHolding(ctx, account, other)])
  assertDifferent(...pair)
  return { account, pair }
}
