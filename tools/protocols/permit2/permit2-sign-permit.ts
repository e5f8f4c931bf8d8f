import { planSignature } from '../../core/plan.ts'
import { HexSchema, Type } from '../../core/schema.ts'
import { defineSignatureTool } from '../../core/tool-def.ts'
import { ETHEREUM_CHAINS } from '../../kit/chains.ts'
import { buildPermitSingle, PERMIT_SINGLE_INPUT } from './permit-single.ts'

/** Sign a Permit2 PermitSingle of the account; it counts as spend from then on. */
export const TOOL_DEF = defineSignatureTool({
  name: 'permit2_sign_permit',
  description: 'Sign a Permit2 PermitSingle: an exact, expiring allowance that its holder can redeem.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'fast',
  progressSteps: ['read', 'build'],
  spriteTrigger: 'executing',
  promptSnippet:
    'permit2_sign_permit signs an exact, expiring Permit2 allowance for an allowlisted spender; nothing is sent, but the whole amount counts as spent until its deadline.',
  promptGuidelines: ['Give the shortest lifetime that suffices.', 'Sign nothing that a transaction can do.'],
  supportedChains: ETHEREUM_CHAINS,
  input: PERMIT_SINGLE_INPUT,
  output: Type.Object({
    signature: HexSchema,
    /** Domain, types, primary type and message; integers are decimal strings. */
    typedData: Type.Unknown(),
  }),
  errorCodes: [
    'ZERO_AMOUNT',
    'UNLIMITED_APPROVAL',
    'UNKNOWN_TOKEN',
    'PROTOCOL_NOT_DEPLOYED',
    'CHAIN_READ_FAILED',
  ],
  plan: async (params, ctx) => planSignature(await buildPermitSingle(params, ctx)),
})
