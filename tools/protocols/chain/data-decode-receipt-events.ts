import { TransactionReceiptNotFoundError } from 'viem'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { READABLE_LOG, readLog } from '../../kit/read-log.ts'

/** Decode the logs of one transaction by the known interfaces. */
export const TOOL_DEF = defineReadTool({
  name: 'data_decode_receipt_events',
  description: 'Decode all event logs of one transaction by the known interfaces.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['read', 'decode'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_decode_receipt_events lists what the contracts of one mined transaction announced: emitter, event and named arguments, in order.',
  promptGuidelines: ['Anyone can announce anything: trust events of known emitters only.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      hash: HashSchema,
      fromIndex: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 100_000, description: 'events to pass over, none by default' }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 200, description: 'most events, 50 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    hash: HashSchema,
    status: Type.Union([Type.Literal('success'), Type.Literal('reverted')]),
    blockNumber: Type.String(),
    totalEvents: Type.Integer(),
    events: Type.Array(Type.Object({ logIndex: Type.Integer(), emitter: AddressSchema, ...READABLE_LOG })),
  }),
  errorCodes: ['NOT_FOUND'],
  async read({ hash, fromIndex = 0, limit = 50 }, ctx) {
    ctx.step('read')
    const receipt = await ctx.chain.getTransactionReceipt({ hash }).catch((cause: unknown) => {
      if (!(cause instanceof TransactionReceiptNotFoundError)) throw cause
      const reason = 'the node has no such transaction, or it is not mined'
      throw new ToolError('NOT_FOUND', { subject: `receipt of ${hash}`, reason }, { cause })
    })
    ctx.step('decode')
    return {
      hash,
      status: receipt.status,
      blockNumber: receipt.blockNumber.toString(),
      totalEvents: receipt.logs.length,
      events: receipt.logs.slice(fromIndex, fromIndex + limit).map((log) => {
        const { args, raw, ...read } = readLog(ctx, log)
        return {
          logIndex: log.logIndex,
          ...read,
          args: [...args],
          raw: raw && { ...raw, topics: [...raw.topics] },
        }
      }),
    }
  },
})
