import { hashTypedData, type TypedDataDefinition } from 'viem'
import { toJson } from '../../core/json.ts'
import { AddressSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { buildPermitSingle, PERMIT_SINGLE_INPUT } from './permit-single.ts'

/** Build the EIP-712 typed data of a Permit2 PermitSingle without signing it. */
export const TOOL_DEF = defineReadTool({
  name: 'permit2_build_permit',
  description: 'Build the EIP-712 typed data of a Permit2 PermitSingle of the account, without signing it.',
  category: 'trading',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read', 'build'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'permit2_build_permit builds the typed data by which the account would allow a spender an exact, expiring amount through Permit2; it never signs.',
  promptGuidelines: ['A signature counts as spend from the moment it exists.'],
  supportedChains: EVM_CHAINS,
  input: PERMIT_SINGLE_INPUT,
  output: Type.Object({
    owner: AddressSchema,
    /** Domain, types, primary type and message; integers are decimal strings. */
    typedData: Type.Unknown(),
    digest: HashSchema,
  }),
  errorCodes: [
    'ZERO_AMOUNT',
    'UNLIMITED_APPROVAL',
    'UNKNOWN_TOKEN',
    'PROTOCOL_NOT_DEPLOYED',
    'CHAIN_READ_FAILED',
  ],
  async read(params, ctx) {
    const typedData = await buildPermitSingle(params, ctx)
    return {
      owner: ctx.account,
      typedData: toJson(typedData),
      digest: hashTypedData(typedData as unknown as TypedDataDefinition),
    }
  },
})
