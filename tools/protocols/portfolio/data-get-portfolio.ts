import { getAddress } from 'viem'
import { AddressSchema, BaseUnitsSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { USD_DECIMALS } from '../../kit/usd-price.ts'
import { AMOUNT_OUTPUT, nullable, POSITION_OUTPUT, UNREAD_OUTPUT } from './position-output.ts'
import { readPortfolio } from './read-portfolio.ts'
import { describePortfolio } from './value-portfolio.ts'

/** Read an account's whole net worth: tokens, positions by leg and debts, in USD. */
export const TOOL_DEF = defineReadTool({
  name: 'data_get_portfolio',
  aliases: ['portfolio'],
  description: "Read an account's whole net worth: tokens, positions by leg and debts, in USD.",
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['keys', 'tokens', 'positions'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_get_portfolio reads the net worth of an account, the own one by default: every listed token, every position with its legs, and debts, in millionths of a USD.',
  promptGuidelines: [
    'Without isComplete the net worth is unknown: see unread and problem; what is known is no lower bound.',
    'Of another account only positions are known that their protocol lists; of the own one, those that it counts as well.',
    'LP positions count at the prices of the feeds; fees and rewards that are not collected yet are not part of it.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ account: Type.Optional(AddressSchema) }, { additionalProperties: false }),
  output: Type.Object({
    account: AddressSchema,
    blockNumber: BaseUnitsSchema,
    timestampSeconds: Type.Integer(),
    /** Decimals of all values: they are in millionths of a USD. */
    usdDecimals: Type.Integer(),
    /** Whether everything could be read and valued. */
    isComplete: Type.Boolean(),
    /** Null unless it is complete. */
    netMicroUsd: nullable(SignedBaseUnitsSchema),
    knownAssetsMicroUsd: BaseUnitsSchema,
    /** Negative or 0. */
    knownDebtsMicroUsd: SignedBaseUnitsSchema,
    /** The native coin and the tokens of the chain's list, without those of which nothing is held. */
    tokens: Type.Array(Type.Object(AMOUNT_OUTPUT)),
    positions: Type.Array(POSITION_OUTPUT),
    unread: UNREAD_OUTPUT,
    prices: Type.Array(
      Type.Object({
        symbol: Type.String(),
        priceUsd: Type.String(),
        source: Type.Literal('feed'),
        feed: AddressSchema,
        updatedAtSeconds: Type.Integer(),
        ageSeconds: Type.Integer(),
        isStale: Type.Boolean(),
        isModelFeed: Type.Boolean(),
      }),
    ),
  }),
  errorCodes: ['CHAIN_READ_FAILED'],
  async read(params, ctx) {
    const account = getAddress(params.account ?? ctx.account)
    const portfolio = await readPortfolio(ctx, account)
    return {
      account,
      blockNumber: portfolio.state.blockNumber.toString(),
      timestampSeconds: Number(portfolio.state.timestampSeconds),
      usdDecimals: USD_DECIMALS,
      ...describePortfolio(portfolio),
    }
  },
})
