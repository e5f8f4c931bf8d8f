import type { Json } from '../../core/json.ts'
import { Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'

/** Entries that one call looks through. */
const MOST_ENTRIES = 1_000

/** Read what became of the agent's actions since a cursor: permits, denials, phases, halts, as the audit log keeps them. */
export const TOOL_DEF = defineReadTool({
  name: 'stream_subscribe_agent_events',
  description: 'Read permit, denial, phase and halt events of the agent since a cursor.',
  category: 'streaming',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'stream_subscribe_agent_events reads which permits, denials, phases and halts the agent had since a cursor, which the caller keeps; without one it begins now.',
  promptGuidelines: ['Keep nextCursor and give it back: nothing is missed and nothing comes twice.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      cursor: Type.Optional(Type.Integer({ minimum: 0, description: 'nextCursor of the answer before' })),
      kinds: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 32 }), {
          minItems: 1,
          maxItems: 16,
          description: 'kinds of events that are wanted, such as permit, denied, phase, halt; all by default',
        }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 200, description: 'most events, 50 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    events: Type.Array(Type.Object({ index: Type.Integer(), kind: Type.String(), body: Type.Unknown() })),
    /** Where to go on from. */
    nextCursor: Type.Integer(),
    /** Whether there is more already. */
    hasMore: Type.Boolean(),
  }),
  errorCodes: [],
  async read({ cursor, kinds, limit = 50 }, { safety, step }) {
    step('read')
    const next = safety.nextAuditIndex()
    const from = cursor ?? next
    const entries = safety.audit(from, MOST_ENTRIES)
    const wanted = entries.filter(({ kind }) => kinds === undefined || kinds.includes(kind))
    const shown = wanted.slice(0, limit)
    const last = wanted.length > limit ? shown.at(-1) : entries.at(-1)
    const nextCursor = last === undefined ? from : last.index + 1
    return {
      events: shown.map(({ index, kind, body }) => ({ index, kind, body: JSON.parse(body) as Json })),
      nextCursor,
      hasMore: nextCursor < next,
    }
  },
})
