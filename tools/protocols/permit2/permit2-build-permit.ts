import { domainSeparator, getAddress, hashTypedData } from 'viem'
import { ToolError } from '../../core/errors.ts'
import { toJson } from '../../core/json.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { ETHEREUM_CHAINS } from '../chains.ts'
import { assertExactApproval } from '../erc20/approval.ts'
import { MAX_TTL_SECONDS, permit2Address } from './protocol.ts'
import { readPermit2Allowance } from './read-permit2-allowance.ts'

/** EIP-712 types of Permit2's `PermitSingle` (PermitHash.sol). */
const PERMIT_SINGLE_TYPES = {
  PermitSingle: [
    { name: 'details', type: 'PermitDetails' },
    { name: 'spender', type: 'address' },
    { name: 'sigDeadline', type: 'uint256' },
  ],
  PermitDetails: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint160' },
    { name: 'expiration', type: 'uint48' },
    { name: 'nonce', type: 'uint48' },
  ],
} as const

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
  supportedChains: ETHEREUM_CHAINS,
  input: Type.Object(
    {
      token: TokenSchema,
      spender: AddressSchema,
      amountBaseUnits: BaseUnitsSchema,
      ttlSeconds: Type.Integer({
        minimum: 1,
        maximum: MAX_TTL_SECONDS,
        description: 'lifetime of the allowance',
      }),
      signatureTtlSeconds: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 3_600,
          description: 'lifetime of the signature, 600 by default',
        }),
      ),
    },
    { additionalProperties: false },
  ),
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
    const amount = BigInt(params.amountBaseUnits)
    assertExactApproval(amount)
    const { address: token } = await resolveErc20(ctx, params.token)
    const spender = getAddress(params.spender)
    ctx.step('read')
    const current = await readPermit2Allowance(ctx, { owner: ctx.account, token, spender })
    ctx.step('build')
    const domain = {
      name: 'Permit2',
      chainId: ctx.book.chainId,
      verifyingContract: permit2Address(ctx.book),
    } as const
    const expected = domainSeparator({ domain })
    if (current.domainSeparator !== expected) {
      throw new ToolError('CHAIN_READ_FAILED', {
        subject: 'DOMAIN_SEPARATOR of Permit2',
        reason: `it is ${current.domainSeparator}, expected ${expected}`,
      })
    }
    const typedData = {
      domain,
      types: PERMIT_SINGLE_TYPES,
      primaryType: 'PermitSingle',
      message: {
        details: {
          token,
          amount,
          expiration: current.timestampSeconds + params.ttlSeconds,
          nonce: current.nonce,
        },
        spender,
        sigDeadline: BigInt(current.timestampSeconds + (params.signatureTtlSeconds ?? 600)),
      },
    } as const
    return { owner: ctx.account, typedData: toJson(typedData), digest: hashTypedData(typedData) }
  },
})
