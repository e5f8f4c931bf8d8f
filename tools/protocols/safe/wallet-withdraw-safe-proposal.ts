import { planLocal } from '../../core/plan.ts'
import { HashSchema, Type } from '../../core/schema.ts'
import { defineLocalTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { findProposal } from './proposals.ts'
import { findOwnSafe } from './read-own-safe.ts'

const NAME = 'wallet_withdraw_safe_proposal'

/** End a proposal in the outbox; what was signed of it stays worth what it is until its nonce is used. */
export const TOOL_DEF = defineLocalTool({
  name: NAME,
  description: "End a proposal that is kept for the owners of the owner's Safe.",
  category: 'wallet',
  riskTier: 'layer2',
  tickBudget: 'fast',
  progressSteps: ['look'],
  spriteTrigger: 'thinking',
  promptSnippet:
    "wallet_withdraw_safe_proposal ends a proposal for the owner's Safe that was carried out, is void or is not wanted any more, so that it is kept no longer.",
  promptGuidelines: [
    'Signatures that were given stay good: void their nonce with wallet_reject_safe_transaction.',
  ],
  supportedChains: EVM_CHAINS,
  localPort: 'outbox',
  requires: ['wallet'],
  input: Type.Object({ proposalId: HashSchema }, { additionalProperties: false }),
  output: Type.Object({ entryId: HashSchema, state: Type.Literal('ended') }),
  errorCodes: ['APPROVAL_NOT_CONFIGURED', 'NOT_FOUND', 'LOCAL_ENTRY_NOT_OPEN'],
  async plan({ proposalId }, ctx) {
    ctx.step('look')
    findProposal(proposalId, findOwnSafe(NAME, ctx), ctx)
    return planLocal('outbox', 'end', { entryId: proposalId }, { entryId: proposalId, state: 'ended' })
  },
})
