import { HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'

/** Read entries of the hash-chained audit log. */
export const TOOL_DEF = defineReadTool({
  name: 'safety_get_audit_entries',
  description: 'Read entries of the hash-chained audit log by range.',
  category: 'safety',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'safety_get_audit_entries reads what the audit log recorded, from a given index on: attempts, denials, permits and transactions with their hashes.',
  promptGuidelines: ['Verify the log with safety_verify_audit_log before relying on it.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      fromIndex: Type.Optional(Type.Integer({ minimum: 0 })),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 200, description: 'most entries, 50 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    entries: Type.Array(
      Type.Object({
        index: Type.Integer(),
        kind: Type.String(),
        body: Type.String(),
        hash: HashSchema,
        previousHash: HashSchema,
      }),
    ),
    /** Index to go on from, or null when the range ended the log. */
    nextIndex: Type.Union([Type.Integer(), Type.Null()]),
  }),
  errorCodes: [],
  async read({ fromIndex = 0, limit = 50 }, { safety, step }) {
    step('read')
    const found = safety.audit(fromIndex, limit + 1)
    const entries = found.slice(0, limit).map(({ index, kind, body, hash, previousHash }) => ({
      index,
      kind,
      body,
      hash,
      previousHash,
    }))
    return { entries, nextIndex: found[limit]?.index ?? null }
  },
})
