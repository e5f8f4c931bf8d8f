import { ToolError } from '../../core/errors.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { NO_STATE } from '../../kit/usd-price.ts'

/** Optimism, Base, Arbitrum, and the local chain, whose origin has a model of the feed. */
const ROLLUPS = [10, 8_453, 42_161, 31_337] as const

/** How long after a restart prices are not trusted unless told (https://docs.chain.link/data-feeds/l2-sequencer-feeds). */
const DEFAULT_GRACE_SECONDS = 3_600

/** Read whether the sequencer of a rollup is up, and for how long. */
export const TOOL_DEF = defineReadTool({
  name: 'data_get_sequencer_status',
  description: "Tell whether an L2's sequencer is up, since when, and whether the grace time is over.",
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    "data_get_sequencer_status tells by its uptime feed whether the rollup's sequencer is up, since when, and whether prices may be trusted again.",
  promptGuidelines: ['While it is down or only just up again, prices lag behind: take no risk.'],
  supportedChains: ROLLUPS,
  input: Type.Object(
    {
      graceSeconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 86_400,
          description: `time after a restart, ${DEFAULT_GRACE_SECONDS} by default`,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    feed: AddressSchema,
    isUp: Type.Boolean(),
    /** When it went up or down. */
    sinceSeconds: Type.Integer(),
    forSeconds: Type.Integer(),
    graceSeconds: Type.Integer(),
    /** Up, and longer than the grace time. */
    isGraceOver: Type.Boolean(),
  }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED', 'NOT_FOUND', 'CHAIN_READ_FAILED'],
  async read({ graceSeconds = DEFAULT_GRACE_SECONDS }, { book, chain, step }) {
    const feed = book.sequencerUptimeFeed
    if (feed === undefined) {
      throw new ToolError('PROTOCOL_NOT_DEPLOYED', {
        protocol: 'an uptime feed of the sequencer',
        chainId: book.chainId,
      })
    }
    step('read')
    const { feeds, timestampSeconds } = await chain.readState({ ...NO_STATE, feeds: [feed] })
    const [reading] = feeds
    if (reading === undefined || reading.startedAtSeconds === 0n) {
      const reason = reading === undefined ? 'it does not answer as a feed' : 'it has no round yet'
      throw new ToolError('NOT_FOUND', { subject: `uptime feed ${feed}`, reason })
    }
    const isUp = reading.answer === 0n
    const forSeconds = Number(timestampSeconds - reading.startedAtSeconds)
    return {
      feed,
      isUp,
      sinceSeconds: Number(reading.startedAtSeconds),
      forSeconds,
      graceSeconds,
      isGraceOver: isUp && forSeconds > graceSeconds,
    }
  },
})
