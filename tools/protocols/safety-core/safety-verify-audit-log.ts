import { Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'

/** Verify the audit log's hash chain and name the first bad entry. */
export const TOOL_DEF = defineReadTool({
  name: 'safety_verify_audit_log',
  description: "Verify the audit log's hash chain and name the first bad entry.",
  category: 'safety',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['verify'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'safety_verify_audit_log checks that no entry of the audit log was edited, removed, reordered or cut off, and names the first bad one.',
  promptGuidelines: ['A broken log is a reason to halt.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    isIntact: Type.Boolean(),
    entries: Type.Integer(),
    problem: Type.Union([Type.String(), Type.Null()]),
  }),
  errorCodes: [],
  async read(_params, { safety, step }) {
    step('verify')
    const { ok, entries, problem } = safety.verifyAudit()
    return { isIntact: ok, entries, problem: problem ?? null }
  },
})
