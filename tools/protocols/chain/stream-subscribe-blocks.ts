import { BaseUnitsSchema, BpsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { listBlocks } from '../../kit/log-window.ts'
import {
  type MinedBlock,
  openStream,
  renderCursor,
  STREAM_OUTPUT,
  STREAM_PARAMETERS,
} from '../../kit/stream.ts'

/** Most blocks of one answer. */
const MOST_BLOCKS = 20

/** Read the blocks that came since a cursor, and whether any that were seen have been replaced. */
export const TOOL_DEF = defineReadTool({
  name: 'stream_subscribe_blocks',
  description: 'Read new heads with base fee, and notices of reorganisations, since a cursor.',
  category: 'streaming',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'stream_subscribe_blocks gives the blocks that came since the last time it was asked, with base fees, and says when some that were given were replaced.',
  promptGuidelines: ['Keep the cursor of the answer and give it back unchanged the next time.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      ...STREAM_PARAMETERS,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: MOST_BLOCKS, description: 'most blocks, 10 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...STREAM_OUTPUT,
    headNumber: Type.String(),
    blocks: Type.Array(
      Type.Object({
        blockNumber: Type.String(),
        hash: HashSchema,
        parentHash: HashSchema,
        timestampSeconds: Type.Integer(),
        baseFeeWei: Type.Union([BaseUnitsSchema, Type.Null()]),
        gasUsedBps: BpsSchema,
        transactionCount: Type.Integer(),
      }),
    ),
  }),
  errorCodes: ['INVALID_PARAMS'],
  async read({ cursor, limit = 10 }, ctx) {
    ctx.step('read')
    const start = await openStream(ctx, cursor)
    const { head, after } = start
    const fromBlock = after === undefined ? head.number : after.blockNumber + 1n
    const last = fromBlock + BigInt(limit) - 1n
    const toBlock = last < head.number ? last : head.number
    const blocks = await Promise.all(
      listBlocks({ fromBlock, toBlock }).map((blockNumber) =>
        blockNumber === head.number ? head : ctx.chain.getBlock({ blockNumber }),
      ),
    )
    const newest = blocks.at(-1) ?? head
    return {
      cursor: renderCursor(start, { blockNumber: newest.number }, newest.hash),
      isCaughtUp: toBlock >= head.number,
      reorganisedAfterBlock: start.reorganisedAfterBlock,
      headNumber: head.number.toString(),
      blocks: blocks.map(describe),
    }
  },
})

const describe = (block: MinedBlock) => ({
  blockNumber: block.number.toString(),
  hash: block.hash,
  parentHash: block.parentHash,
  timestampSeconds: Number(block.timestamp),
  baseFeeWei: block.baseFeePerGas?.toString() ?? null,
  gasUsedBps: block.gasLimit === 0n ? 0 : Number((block.gasUsed * 10_000n) / block.gasLimit),
  transactionCount: block.transactions.length,
})
