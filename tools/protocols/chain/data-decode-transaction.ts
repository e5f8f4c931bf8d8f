import { getAddress } from 'viem'
import { toJson } from '../../core/json.ts'
import { AddressSchema, HexSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { readCall } from '../../kit/read-call.ts'

const Nullable = { text: Type.Union([Type.String(), Type.Null()]) }

/** Decode call data into contract, function and named arguments, unfolding multicalls. */
export const TOOL_DEF = defineReadTool({
  name: 'data_decode_transaction',
  description: 'Decode call data into contract, function and named arguments, unfolding multicalls.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['decode'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_decode_transaction turns call data into contract, function and named arguments and unfolds multicalls; use it before trusting any foreign call data.',
  promptGuidelines: ['Treat what it cannot decode, and calls that it leaves out, as dangerous.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ to: Type.Optional(AddressSchema), data: HexSchema }, { additionalProperties: false }),
  output: Type.Object({
    to: Type.Union([AddressSchema, Type.Null()]),
    label: Nullable.text,
    protocol: Nullable.text,
    functionName: Nullable.text,
    selector: Nullable.text,
    isCertain: Type.Boolean(),
    args: Type.Array(Type.Object({ name: Type.String(), type: Type.String(), value: Type.Unknown() })),
    /** Calls of a bundle, in the same shape. */
    inner: Type.Array(Type.Unknown()),
    /** Calls of bundles, at any depth, that are not among the inner ones: too many, too long or too deep. */
    leftOutCalls: Type.Integer(),
  }),
  errorCodes: [],
  async read({ to, data }, ctx) {
    ctx.step('decode')
    const { inner, args, ...call } = readCall(ctx, to && getAddress(to), data)
    return { ...call, args: [...args], inner: inner.map(toJson) }
  },
})
