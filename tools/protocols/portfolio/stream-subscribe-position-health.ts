import { getAddress, maxUint256 } from 'viem'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { CURSOR_PATTERN, openStream, renderCursor } from '../../kit/stream.ts'
import { ALERTS_PATTERN, type Alert, compareAlerts, findAlerts, parseAlerts, renderAlerts } from './alerts.ts'
import { nullable, UNREAD_OUTPUT } from './position-output.ts'
import { readPortfolio } from './read-portfolio.ts'

const DEFAULT_HEALTH_WAD = 1_500_000_000_000_000_000n

const AlertOutput = Type.Object({
  type: Type.Union([Type.Literal('health'), Type.Literal('range')]),
  protocol: Type.String(),
  key: HashSchema,
  /** Null where nothing is owed, or the position is gone. */
  healthWad: nullable(BaseUnitsSchema),
})

/** Tell which positions came into danger, or out of it, since a cursor. */
export const TOOL_DEF = defineReadTool({
  name: 'stream_subscribe_position_health',
  description: 'Tell which positions got unhealthy or left their range since a cursor, and which recovered.',
  category: 'streaming',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['keys', 'tokens', 'positions'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'stream_subscribe_position_health watches all positions of an account: each call tells whose health fell below a threshold or whose price range was left since the cursor, and what recovered.',
  promptGuidelines: [
    'Keep cursor and give it back; without one everything that is wrong now is raised.',
    'Ranges are judged at the prices of the feeds. Without isComplete there may be more: see unread.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      account: Type.Optional(AddressSchema),
      healthBelowWad: Type.Optional(
        Type.String({
          pattern: '^(0|[1-9][0-9]{0,77})$',
          description: `health below which it is told, scaled by 10^18; ${DEFAULT_HEALTH_WAD} by default`,
        }),
      ),
      cursor: Type.Optional(
        Type.String({
          pattern: `^${CURSOR_PATTERN};${ALERTS_PATTERN}$`,
          description: 'cursor of the answer before, to be given back as it is',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    account: AddressSchema,
    cursor: Type.String(),
    /** What was told of blocks after this one no longer holds; what holds now is told. */
    reorganisedAfterBlock: nullable(Type.String()),
    isComplete: Type.Boolean(),
    raised: Type.Array(AlertOutput),
    cleared: Type.Array(AlertOutput),
    activeCount: Type.Integer(),
    unread: UNREAD_OUTPUT,
  }),
  errorCodes: ['CHAIN_READ_FAILED'],
  async read({ account: asked, healthBelowWad = DEFAULT_HEALTH_WAD.toString(), cursor }, ctx) {
    const account = getAddress(asked ?? ctx.account)
    const [place, known = ''] = cursor?.split(';') ?? []
    const start = await openStream(ctx, place)
    const { positions, unread } = await readPortfolio(ctx, account)
    const found = findAlerts(positions, BigInt(healthBelowWad))
    const { active, raised, cleared } = compareAlerts(parseAlerts(known), found, unread)
    const describe = (alert: Alert) => {
      const health = positions.find(
        ({ protocol, key }) => protocol === alert.protocol && key === alert.key,
      )?.health
      return { ...alert, healthWad: health === undefined || health === maxUint256 ? null : health.toString() }
    }
    const { number: blockNumber, hash } = start.head
    return {
      account,
      cursor: `${renderCursor(start, { blockNumber }, hash)};${renderAlerts(active)}`,
      reorganisedAfterBlock: start.reorganisedAfterBlock,
      isComplete: unread.length === 0,
      raised: raised.map(describe),
      cleared: cleared.map(describe),
      activeCount: active.length,
      unread: [...unread],
    }
  },
})
