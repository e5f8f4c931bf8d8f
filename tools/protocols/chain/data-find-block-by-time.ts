import { ToolError } from '../../core/errors.ts'
import { HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { guessBlock } from './guess-block.ts'

/** Find the block that was the head at a given time. */
export const TOOL_DEF = defineReadTool({
  name: 'data_find_block_by_time',
  description: 'Find the block that was the head at a given time.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['search'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_find_block_by_time finds the last block that was not after a given time in seconds; use it to turn a time into the block range of a log query.',
  promptGuidelines: ['The state of an old block may be gone; its logs are not.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    { timestampSeconds: Type.Integer({ minimum: 0, maximum: 99_999_999_999, description: 'Unix time' }) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    blockNumber: Type.String(),
    hash: HashSchema,
    timestampSeconds: Type.Integer(),
    /** How long before the asked time it was. */
    secondsBefore: Type.Integer(),
    /** When the next block came; null when this is the head. */
    nextTimestampSeconds: Type.Union([Type.Integer(), Type.Null()]),
  }),
  errorCodes: ['NOT_FOUND'],
  async read({ timestampSeconds }, { chain, step }) {
    step('search')
    const wanted = BigInt(timestampSeconds)
    let [before, after] = await Promise.all([chain.getBlock({ blockNumber: 0n }), chain.getBlock()])
    if (wanted < before.timestamp || wanted > after.timestamp) {
      throw new ToolError('NOT_FOUND', {
        subject: `the block of ${timestampSeconds}`,
        reason: `the chain reaches from ${before.timestamp} to ${after.timestamp}`,
      })
    }
    const head = after
    if (wanted === head.timestamp) before = head
    let isHalved = false
    while (before !== head && after.number - before.number > 1n) {
      const width = after.number - before.number
      const blockNumber = isHalved ? before.number + width / 2n : guessBlock({ before, after }, wanted)
      const block = await chain.getBlock({ blockNumber })
      if (block.timestamp <= wanted) before = block
      else after = block
      // Guessing alone would creep where blocks are unevenly spread.
      isHalved = 2n * (after.number - before.number) > width
    }
    return {
      blockNumber: before.number.toString(),
      hash: before.hash,
      timestampSeconds: Number(before.timestamp),
      secondsBefore: Number(wanted - before.timestamp),
      nextTimestampSeconds: before === head ? null : Number(after.timestamp),
    }
  },
})
