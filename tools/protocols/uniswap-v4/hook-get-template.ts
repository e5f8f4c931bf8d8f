import { concat, getAddress, type Hex } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { AddressSchema, HashSchema, HexSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { encodeArguments } from './encode-arguments.ts'
import { COMPILED_HOOKS, COMPILER } from './generated/hook-templates.ts'
import { bitsOf, HOOK_DEPLOYER, permissionsOf, toBits, toHookAddress } from './hook.ts'
import {
  describeTemplate,
  HOOK_TEMPLATES,
  type HookTemplate,
  listParameters,
  TEMPLATE_NAMES,
  TEMPLATE_OUTPUT,
  type TemplateName,
} from './hook-templates.ts'

const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

/** Give the source and the code of a hook template, with its arguments where they are told. */
export const TOOL_DEF = defineReadTool({
  name: 'hook_get_template',
  aliases: ['get_hook_template'],
  description: 'Give a Uniswap V4 hook template: source, compiled code, constructor parameters.',
  category: 'hook',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['template'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'hook_get_template gives the source, the compiled code and the constructor parameters of a hook that the stack ships for Uniswap V4; it asks no node and deploys nothing.',
  promptGuidelines: [
    'Give arguments to get initCode, hand that and its permissions to hook_mine_address, and give the salt that it finds to get what the deployer is sent.',
    'The pool manager of the chain is filled in as the first argument.',
    'An address with other permissions than the template has is refused by its constructor.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      template: Type.Unsafe<TemplateName>({
        type: 'string',
        enum: [...TEMPLATE_NAMES],
        description: 'name of the template, as hook_list_templates tells it',
      }),
      arguments: Type.Optional(
        Type.Array(Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 32 })]), {
          maxItems: 8,
          description:
            'arguments of its constructor after the pool manager: addresses, decimal integers, lists',
        }),
      ),
      salt: Type.Optional(
        Type.Unsafe<Hex>({ ...HashSchema, description: 'CREATE2 salt, as hook_mine_address finds it' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...TEMPLATE_OUTPUT,
    source: Type.String(),
    compiler: Type.Object({
      version: Type.String(),
      evmVersion: Type.String(),
      optimizerRuns: Type.Integer(),
      viaIR: Type.Boolean(),
    }),
    abi: Type.Array(Type.Unknown()),
    /** Without the arguments of the constructor. */
    creationCode: HexSchema,
    /** With them; null where they were not told. */
    initCode: nullable(HexSchema),
    initCodeHash: nullable(HashSchema),
    /** What the usual deployer is sent to create it; null without a salt. */
    deployment: nullable(Type.Object({ hook: AddressSchema, deployer: AddressSchema, data: HexSchema })),
  }),
  errorCodes: ['INVALID_PARAMS', 'PROTOCOL_NOT_DEPLOYED'],
  async read({ template: name, arguments: written, salt }, ctx) {
    const template: HookTemplate = HOOK_TEMPLATES[name]
    ctx.step('template')
    const { source, abi, bytecode } = COMPILED_HOOKS[template.contract]
    if (salt !== undefined && written === undefined) {
      throw new ToolError('INVALID_PARAMS', {
        path: '/arguments',
        problem: 'are missing: the address depends on them',
      })
    }
    const initCode =
      written === undefined
        ? null
        : concat([
            bytecode,
            encodeArguments(listParameters(template), BASE.on(ctx.book).poolManager, written),
          ])
    const { version, evmVersion, optimizer, viaIR } = COMPILER
    return {
      ...describeTemplate(name, template),
      source,
      compiler: { version, evmVersion, optimizerRuns: optimizer.runs, viaIR },
      abi: [...abi],
      creationCode: bytecode,
      initCode,
      initCodeHash: initCode && keccak256(initCode),
      deployment: initCode && salt ? describeDeployment(template, initCode, salt) : null,
    }
  },
})

/** Say what creates a template at the address that a salt gives. @throws ToolError INVALID_PARAMS where it has other permissions */
function describeDeployment({ permissions }: HookTemplate, initCode: Hex, salt: Hex) {
  const hook = getAddress(toHookAddress(HOOK_DEPLOYER, salt, keccak256(initCode)))
  if (bitsOf(hook) !== toBits(permissions)) {
    const found = permissionsOf(hook).join(', ') || 'none'
    throw new ToolError('INVALID_PARAMS', {
      path: '/salt',
      problem: `gives ${hook} with the permissions ${found}, expected ${permissions.join(', ')}`,
    })
  }
  return { hook, deployer: HOOK_DEPLOYER, data: concat([salt, initCode]) }
}
