import { getAddress, size } from 'viem'
import { keccak256 } from '../../core/keccak256.ts'
import { AddressSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { classifyCode, EIP1967_SLOTS, readAddressWord } from '../../kit/account-kind.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { findKnownAddress } from '../../kit/known-addresses.ts'

const NullableAddress = Type.Union([AddressSchema, Type.Null()])

/** Tell what lives at an address: EOA, contract or proxy, code hash, implementation, known label. */
export const TOOL_DEF = defineReadTool({
  name: 'data_get_contract_info',
  description:
    'Tell what lives at an address: EOA, contract or proxy, code hash, implementation, known label.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_get_contract_info tells what lives at an address: plain account, contract or proxy, its code hash and implementation, and whether it is a known protocol.',
  promptGuidelines: ['The owner of a proxy can change what it does.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ address: AddressSchema }, { additionalProperties: false }),
  output: Type.Object({
    address: AddressSchema,
    kind: Type.Union([
      Type.Literal('eoa'),
      Type.Literal('delegated-eoa'),
      Type.Literal('minimal-proxy'),
      Type.Literal('proxy'),
      Type.Literal('contract'),
    ]),
    codeHash: Type.Union([HashSchema, Type.Null()]),
    codeSizeBytes: Type.Integer(),
    implementation: NullableAddress,
    beacon: NullableAddress,
    admin: NullableAddress,
    label: Type.Union([Type.String(), Type.Null()]),
  }),
  errorCodes: [],
  async read(params, ctx) {
    const address = getAddress(params.address)
    ctx.step('read')
    const readSlot = async (slot: keyof typeof EIP1967_SLOTS) =>
      readAddressWord(await ctx.chain.getStorageAt({ address, slot: EIP1967_SLOTS[slot] }))
    const [code, implementation, beacon, admin] = await Promise.all([
      ctx.chain.getCode({ address }),
      readSlot('implementation'),
      readSlot('beacon'),
      readSlot('admin'),
    ])
    const byCode = classifyCode(code)
    const isProxy = byCode.kind === 'contract' && (implementation !== undefined || beacon !== undefined)
    return {
      address,
      kind: isProxy ? ('proxy' as const) : byCode.kind,
      codeHash: code === undefined ? null : keccak256(code),
      codeSizeBytes: code === undefined ? 0 : size(code),
      implementation: ('implementation' in byCode ? byCode.implementation : implementation) ?? null,
      beacon: beacon ?? null,
      admin: admin ?? null,
      label: findKnownAddress(ctx.book, address)?.label ?? null,
    }
  },
})
