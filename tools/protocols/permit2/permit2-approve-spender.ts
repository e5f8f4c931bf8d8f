import { getAddress } from 'viem'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planTransaction } from '../../core/plan.ts'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { assertExactApproval } from '../../kit/approval.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { logsOfCalled } from '../../kit/logs-of-called.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import { permit2Abi } from './abi.ts'
import { BASE, MAX_TTL_SECONDS } from './base.ts'

/** Grant a spender an exact, expiring Permit2 allowance by transaction. */
export const TOOL_DEF = defineWriteTool({
  name: 'permit2_approve_spender',
  description: 'Grant a spender an exact, expiring Permit2 allowance by transaction.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['read', 'build'],
  spriteTrigger: 'executing',
  promptSnippet:
    'permit2_approve_spender grants an allowlisted spender an exact amount of one token through Permit2 until an expiry; the token must be approved for Permit2 too.',
  promptGuidelines: ['Approve the token for Permit2 first.', 'Give the shortest lifetime that suffices.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      token: TokenSchema,
      spender: AddressSchema,
      amountBaseUnits: BaseUnitsSchema,
      ttlSeconds: Type.Integer({
        minimum: 1,
        maximum: MAX_TTL_SECONDS,
        description: 'lifetime in seconds from the head block on',
      }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    /** Null when Permit2 logged no approval. */
    allowanceBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
    expirationSeconds: Type.Union([Type.Integer(), Type.Null()]),
  }),
  errorCodes: [
    'ZERO_AMOUNT',
    'UNLIMITED_APPROVAL',
    'UNKNOWN_TOKEN',
    'PROTOCOL_NOT_DEPLOYED',
    'CHAIN_READ_FAILED',
  ],
  async plan(params, ctx) {
    const amountBaseUnits = BigInt(params.amountBaseUnits)
    assertExactApproval(amountBaseUnits)
    const permit2 = BASE.on(ctx.book).permit2
    const { address: token } = await resolveErc20(ctx, params.token)
    ctx.step('read')
    const { timestampSeconds } = await ctx.chain.readState(NO_STATE)
    ctx.step('build')
    const data = encodeFunctionData({
      abi: permit2Abi,
      functionName: 'approve',
      args: [
        token,
        getAddress(params.spender),
        amountBaseUnits,
        Number(timestampSeconds) + params.ttlSeconds,
      ],
    })
    // The outcome's allowances are those of the token itself; Permit2's own are reported as data.
    return planTransaction([{ to: permit2, valueWei: 0n, data }], {})
  },
  settle({ plan, receipt, account }) {
    const approval = parseEventLogs({
      abi: permit2Abi,
      eventName: 'Approval',
      logs: logsOfCalled({ plan, receipt }),
    }).findLast((log) => isAddressEqual(log.args.owner, account))
    return {
      data: {
        allowanceBaseUnits: approval?.args.amount.toString() ?? null,
        expirationSeconds: approval?.args.expiration ?? null,
      },
      actualOutcome: EMPTY_OUTCOME,
      groundTruthSource: 'receipt',
    }
  },
})
