import { BlockNotFoundError } from 'viem'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { BlockSchema, toBlockParameters } from './block-tag.ts'

/** Read one block header by number or tag. */
export const TOOL_DEF = defineReadTool({
  name: 'data_get_block',
  description: 'Read one block header by number or tag.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_get_block reads the header of one block by number or tag: hash, time, base fee, gas used and how many transactions it holds.',
  promptGuidelines: [],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ block: Type.Optional(BlockSchema) }, { additionalProperties: false }),
  output: Type.Object({
    blockNumber: Type.String(),
    hash: HashSchema,
    parentHash: HashSchema,
    timestampSeconds: Type.Integer(),
    baseFeeWei: Type.Union([BaseUnitsSchema, Type.Null()]),
    gasUsed: BaseUnitsSchema,
    gasLimit: BaseUnitsSchema,
    feeRecipient: AddressSchema,
    transactionCount: Type.Integer(),
  }),
  errorCodes: ['NOT_FOUND'],
  async read({ block: reference = 'latest' }, ctx) {
    ctx.step('read')
    const block = await ctx.chain.getBlock(toBlockParameters(reference)).catch((cause) => {
      if (!(cause instanceof BlockNotFoundError)) throw cause
      throw new ToolError(
        'NOT_FOUND',
        { subject: `block ${reference}`, reason: 'the node has no such block' },
        { cause },
      )
    })
    return {
      blockNumber: block.number.toString(),
      hash: block.hash,
      parentHash: block.parentHash,
      timestampSeconds: Number(block.timestamp),
      baseFeeWei: block.baseFeePerGas?.toString() ?? null,
      gasUsed: block.gasUsed.toString(),
      gasLimit: block.gasLimit.toString(),
      feeRecipient: block.miner,
      transactionCount: block.transactions.length,
    }
  },
})
