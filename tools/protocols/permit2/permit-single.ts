import { domainSeparator, getAddress } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import type { TypedData } from '../../core/plan.ts'
import { AddressSchema, BaseUnitsSchema, type Static, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { assertExactApproval } from '../../kit/approval.ts'
import { BASE, MAX_TTL_SECONDS } from './base.ts'
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

/** Parameters of a PermitSingle. */
export const PERMIT_SINGLE_INPUT = Type.Object(
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
)

/**
 * Build the typed data of a Permit2 `PermitSingle` with the account's next nonce.
 *
 * @throws ToolError ZERO_AMOUNT, UNLIMITED_APPROVAL, UNKNOWN_TOKEN, PROTOCOL_NOT_DEPLOYED, CHAIN_READ_FAILED
 */
export async function buildPermitSingle(
  params: Static<typeof PERMIT_SINGLE_INPUT>,
  ctx: ToolContext,
): Promise<TypedData> {
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
    verifyingContract: BASE.on(ctx.book).permit2,
  } as const
  const expected = domainSeparator({ domain })
  if (current.domainSeparator !== expected) {
    throw new ToolError('CHAIN_READ_FAILED', {
      subject: 'DOMAIN_SEPARATOR of Permit2',
      reason: `it is ${current.domainSeparator}, expected ${expected}`,
    })
  }
  return {
    domain,
    types: PERMIT_SINGLE_TYPES,
    primaryType: 'PermitSingle',
    message: {
      details: {
        token,
        amount: amount.toString(),
        expiration: current.timestampSeconds + params.ttlSeconds,
        nonce: current.nonce,
      },
      spender,
      sigDeadline: (current.timestampSeconds + (params.signatureTtlSeconds ?? 600)).toString(),
    },
  }
}
