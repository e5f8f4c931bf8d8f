import { getAddress } from 'viem'
import { describeCause } from '../../core/describe-cause.ts'
import { ToolError } from '../../core/errors.ts'
import { toJson } from '../../core/json.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { parseArguments, parseFragment } from '../../kit/abi-arguments.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { readRevertData } from '../../kit/replay-revert.ts'
import { BlockSchema, toBlockParameters } from './block-tag.ts'

/** Call any view function of a contract from an ABI fragment. */
export const TOOL_DEF = defineReadTool({
  name: 'data_read_contract',
  description: 'Call any view function of a contract from a human-readable ABI fragment.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_read_contract calls one view function of any contract, given as a human-readable fragment with its arguments, when no other tool reads it.',
  promptGuidelines: [
    'Prefer the tool made for the purpose.',
    'Integers go in and come out as decimal strings.',
    'A foreign contract can answer anything.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      contract: AddressSchema,
      function: Type.String({
        maxLength: 1_000,
        description: 'e.g. "function balanceOf(address owner) view returns (uint256)"',
      }),
      args: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 32 })),
      block: Type.Optional(BlockSchema),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ contract: AddressSchema, functionName: Type.String(), result: Type.Unknown() }),
  errorCodes: ['INVALID_PARAMS', 'CHAIN_READ_FAILED'],
  async read(params, ctx) {
    const fragment = parseFragment(params.function, 'function', '/function')
    if (fragment.stateMutability !== 'view' && fragment.stateMutability !== 'pure') {
      throw new ToolError('INVALID_PARAMS', {
        path: '/function',
        problem: `is ${fragment.stateMutability}, expected view or pure`,
      })
    }
    const args = parseArguments(fragment.inputs, params.args ?? [], '/args')
    const contract = getAddress(params.contract)
    ctx.step('read')
    try {
      const result = await ctx.chain.readContract({
        address: contract,
        abi: [fragment],
        functionName: fragment.name,
        args,
        ...toBlockParameters(params.block ?? 'latest'),
      })
      return { contract, functionName: fragment.name, result: toJson(result) ?? null }
    } catch (cause) {
      const data = readRevertData(cause)
      throw new ToolError(
        'CHAIN_READ_FAILED',
        {
          subject: `${fragment.name} of ${contract}`,
          reason:
            data === undefined ? describeCause(cause) : `reverted: ${ctx.interfaces.explainRevert(data)}`,
        },
        { cause },
      )
    }
  },
})
