import { getAddress } from 'viem'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { POSITION_OUTPUT, UNREAD_OUTPUT } from './position-output.ts'
import { readPortfolio } from './read-portfolio.ts'
import { describePortfolio } from './value-portfolio.ts'

/** List what an account has in protocols beyond plain tokens. */
export const TOOL_DEF = defineReadTool({
  name: 'data_list_positions',
  description: 'List open positions of an account by protocol, with keys, legs and claimable times.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['keys', 'tokens', 'positions'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_list_positions lists what an account, the own one by default, holds, owes or lets go in protocols, in one protocol if wanted, with health and claimable times.',
  promptGuidelines: [
    'Without isComplete there may be more: see unread.',
    'Of another account only positions are known that their protocol lists.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      account: Type.Optional(AddressSchema),
      protocol: Type.Optional(
        Type.String({ minLength: 1, maxLength: 64, description: 'id of a protocol; all by default' }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 200, description: 'most positions, 50 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    account: AddressSchema,
    blockNumber: BaseUnitsSchema,
    timestampSeconds: Type.Integer(),
    /** Whether everything of these protocols could be read. */
    isComplete: Type.Boolean(),
    totalPositions: Type.Integer(),
    positions: Type.Array(POSITION_OUTPUT),
    unread: UNREAD_OUTPUT,
  }),
  errorCodes: ['CHAIN_READ_FAILED'],
  async read({ protocol, limit = 50, ...params }, ctx) {
    const account = getAddress(params.account ?? ctx.account)
    const portfolio = await readPortfolio(ctx, account)
    const { positions, unread } = describePortfolio(portfolio)
    const wanted = positions.filter((position) => protocol === undefined || position.protocol === protocol)
    // What nobody can name the protocol of may be of this one.
    const missing = unread.filter(
      (entry) => protocol === undefined || [protocol, 'all', 'unknown'].includes(entry.protocol),
    )
    return {
      account,
      blockNumber: portfolio.state.blockNumber.toString(),
      timestampSeconds: Number(portfolio.state.timestampSeconds),
      isComplete: missing.length === 0,
      totalPositions: wanted.length,
      positions: wanted.slice(0, limit),
      unread: missing,
    }
  },
})
