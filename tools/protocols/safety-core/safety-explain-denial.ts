import { STACK_ERRORS, type ToolErrorCode } from '../../core/errors/table.ts'
import { ToolError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import { Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { readNewestEntries } from './newest-entries.ts'

/** Entries of the log that are looked through for denials. */
const MOST_ENTRIES = 500

/** Say of recent denials which layer denied, by which rule, and what the way out is. */
export const TOOL_DEF = defineReadTool({
  name: 'safety_explain_denial',
  description: 'Say of a recent denial which layer denied, by which rule, and what the way out is.',
  category: 'safety',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'safety_explain_denial tells of the latest denial, or of one by its place in the audit log, which layer denied, by which rule, and what the way out is.',
  promptGuidelines: ['Denials beyond the rate limit are counted and have no entry of their own.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      index: Type.Optional(
        Type.Integer({ minimum: 0, description: 'place in the audit log; the latest denial by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    index: Type.Integer(),
    /** preview, commit or owner-change. */
    stage: Type.String(),
    layer: Type.String(),
    code: Type.String(),
    /** What was denied: the tool of a preview, the permit of a commit. */
    subject: Type.Unknown(),
    /** What the code says, with the names of its figures in braces; null for a code of a protocol. */
    rule: Type.Union([Type.String(), Type.Null()]),
    wayOut: Type.Union([Type.String(), Type.Null()]),
    /** Denials with the same code among the newest entries of the log. */
    sameCode: Type.Integer(),
  }),
  errorCodes: ['NOT_FOUND'],
  async read({ index }, { safety, step }) {
    step('read')
    const denials = readNewestEntries(safety, MOST_ENTRIES).filter(({ kind }) => kind === 'denied')
    const entry =
      index === undefined
        ? denials.at(-1)
        : safety.audit(index, 1).find((found) => found.index === index && found.kind === 'denied')
    if (entry === undefined) {
      const reason =
        index === undefined ? `none is among the newest ${MOST_ENTRIES} entries` : `entry ${index} is none`
      throw new ToolError('NOT_FOUND', { subject: 'a denial', reason })
    }
    const { stage, layer, code, subject } = JSON.parse(entry.body) as {
      readonly stage: string
      readonly layer: string
      readonly code: string
      readonly subject: Json
    }
    const known = Object.hasOwn(STACK_ERRORS, code) ? STACK_ERRORS[code as ToolErrorCode] : undefined
    return {
      index: entry.index,
      stage,
      layer,
      code,
      subject,
      rule: known?.message ?? null,
      wayOut: known?.hint ?? null,
      sameCode: denials.filter(({ body }) => (JSON.parse(body) as { code?: string }).code === code).length,
    }
  },
})
