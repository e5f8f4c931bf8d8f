import { getAddress } from 'viem'
import { AddressSchema, BaseUnitsSchema, HashSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { USD_DECIMALS } from '../../kit/usd-price.ts'
import { readPortfolio } from './read-portfolio.ts'
import { describePortfolio } from './value-portfolio.ts'

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

const AMOUNT_OUTPUT = {
  /** Null for a token outside the chain's list, as are its decimals. */
  symbol: nullable(Type.String()),
  token: AddressSchema,
  decimals: nullable(Type.Integer()),
  /** Null where the token does not answer; negative where it is owed. */
  amountBaseUnits: nullable(SignedBaseUnitsSchema),
  /** Null where amount or price is unknown: assets rounded down, debts up. */
  valueMicroUsd: nullable(SignedBaseUnitsSchema),
  /** Why something of it is unknown. */
  problem: nullable(Type.String()),
}

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
    positions: Type.Array(
      Type.Object({
        protocol: Type.String(),
        key: HashSchema,
        place: HashSchema,
        /** 10^18 is where it may be liquidated; null where nothing is owed. */
        healthWad: nullable(BaseUnitsSchema),
        legs: Type.Array(
          Type.Object({
            kind: Type.Union([Type.Literal('held'), Type.Literal('owed'), Type.Literal('leaving')]),
            /** Set while it leaves the protocol. */
            claimableFromSeconds: nullable(Type.Integer()),
            ...AMOUNT_OUTPUT,
          }),
        ),
      }),
    ),
    /** What could not be read; a null key stands for positions of which it is not known whether there are any. */
    unread: Type.Array(
      Type.Object({ protocol: Type.String(), key: nullable(HashSchema), reason: Type.String() }),
    ),
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
