import { getAddress, size } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { AddressSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { classifyCode } from '../../kit/account-kind.ts'
import { BASE } from './base.ts'
import { HOOK_PARAMETER } from './hook.ts'
import { scanCode } from './hook-scan.ts'

/** Scan a V4 hook's bytecode for what lets others change what it does. */
export const TOOL_DEF = defineReadTool({
  name: 'hook_scan_bytecode',
  description:
    "Scan a Uniswap V4 hook's bytecode: delegatecall, selfdestruct, creation, owner functions, proxy.",
  category: 'hook',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['code'],
  spriteTrigger: 'thinking',
  promptSnippet:
    "hook_scan_bytecode walks the operations of a Uniswap V4 hook's code: whether it runs code of others, can destroy itself, writes storage, and which owner functions stand in it.",
  promptGuidelines: [
    'Finding nothing proves nothing: an owner function may have any name.',
    'DELEGATECALL means that the code may become another one.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(HOOK_PARAMETER, { additionalProperties: false }),
  output: Type.Object({
    hook: AddressSchema,
    codeHash: HashSchema,
    codeSizeBytes: Type.Integer(),
    minimalProxyOf: Type.Union([AddressSchema, Type.Null()]),
    operations: Type.Array(Type.String()),
    /** Places in the code at which storage is written, and at which others are called. */
    storageWriteCount: Type.Integer(),
    callCount: Type.Integer(),
    ownerFunctions: Type.Array(Type.String()),
  }),
  errorCodes: ['NOT_FOUND'],
  async read(params, ctx) {
    const hook = getAddress(params.hook)
    ctx.step('code')
    const code = await ctx.chain.getCode({ address: hook })
    if (code === undefined || code === '0x') {
      throw new ToolError('NOT_FOUND', { subject: `hook ${hook}`, reason: 'no contract is at this address' })
    }
    const kind = classifyCode(code)
    const { operations, storageWrites, calls, ownerFunctions } = scanCode(code)
    return {
      hook,
      codeHash: keccak256(code),
      codeSizeBytes: size(code),
      minimalProxyOf: kind.kind === 'minimal-proxy' ? kind.implementation : null,
      operations: [...operations],
      storageWriteCount: storageWrites,
      callCount: calls,
      ownerFunctions: [...ownerFunctions],
    }
  },
})
