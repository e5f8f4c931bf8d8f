import { parseUnits } from 'viem'
import { ToolError } from '../core/errors.ts'
import { AddressSchema, SignedBaseUnitsSchema, TokenSchema, Type } from '../core/schema.ts'
import { resolveToken } from '../core/tokens.ts'
import { planControl } from './chain-control.ts'
import { defineTestnetTool } from './define-testnet-tool.ts'

/** Set the answer and age of a local price feed. */
export const TOOL_DEF = defineTestnetTool({
  name: 'testnet_set_oracle_price',
  description: 'Set the answer and age of a local price feed.',
  tickBudget: 'fast',
  promptSnippet:
    'testnet_set_oracle_price makes the price feed of one token answer a given USD price, as old as wanted; zero and negative answers work too.',
  promptGuidelines: ['Pools keep their own price; move it with testnet_move_pool_price.'],
  input: Type.Object(
    {
      token: TokenSchema,
      priceUsd: Type.String({ pattern: '^-?(0|[1-9][0-9]{0,30})(\\.[0-9]{1,30})?$' }),
      ageSeconds: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 10 * 365 * 86_400, description: '0 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    feed: AddressSchema,
    answer: SignedBaseUnitsSchema,
    updatedAtSeconds: Type.Integer(),
  }),
  errorCodes: ['CONTROL_NOT_AVAILABLE', 'UNKNOWN_TOKEN', 'NO_PRICE'],
  async plan({ token, priceUsd, ageSeconds = 0 }, ctx) {
    const { address, symbol, feed } = await resolveToken(ctx, token)
    if (feed === undefined)
      throw new ToolError('NO_PRICE', { token: symbol, reason: 'it has no feed to set' })
    return planControl('setOraclePrice', {
      token: address,
      feed: feed.address,
      priceUsd,
      answer: parseUnits(priceUsd, feed.decimals).toString(),
      ageSeconds,
    })
  },
})
