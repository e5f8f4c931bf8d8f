import { BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { NO_STATE } from '../../kit/usd-price.ts'

/** A head older than this counts as stale: five slots of Ethereum. */
const MAX_HEAD_AGE_SECONDS = 60

/** Report head block, its age and chain id. */
export const TOOL_DEF = defineReadTool({
  name: 'data_get_chain_status',
  description:
    'Report head block, its age against the wall clock, and whether the node serves the expected chain.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_get_chain_status reports the head block, how old it is, the base fee and whether the node serves the expected chain.',
  promptGuidelines: ['Do not act on a stale head.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    chainId: Type.Integer(),
    expectedChainId: Type.Integer(),
    isExpectedChain: Type.Boolean(),
    blockNumber: Type.String(),
    blockHash: HashSchema,
    timestampSeconds: Type.Integer(),
    /** Wall clock minus head time; negative when the head is ahead. */
    headAgeSeconds: Type.Integer(),
    isStale: Type.Boolean(),
    baseFeeWei: BaseUnitsSchema,
  }),
  errorCodes: ['CHAIN_READ_FAILED'],
  async read(_params, ctx) {
    ctx.step('read')
    const [state, head] = await Promise.all([ctx.chain.readState(NO_STATE), ctx.chain.getBlock()])
    const headAgeSeconds = Math.floor(ctx.clock.wallMs() / 1_000) - Number(head.timestamp)
    return {
      chainId: state.chainId,
      expectedChainId: ctx.book.chainId,
      isExpectedChain: state.chainId === ctx.book.chainId,
      blockNumber: head.number.toString(),
      blockHash: head.hash,
      timestampSeconds: Number(head.timestamp),
      headAgeSeconds,
      isStale: headAgeSeconds > MAX_HEAD_AGE_SECONDS,
      baseFeeWei: (head.baseFeePerGas ?? 0n).toString(),
    }
  },
})
