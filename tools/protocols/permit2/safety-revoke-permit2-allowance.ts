import { getAddress } from 'viem'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planTransaction } from '../../core/plan.ts'
import { AddressSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { logsOfCalled } from '../../kit/logs-of-called.ts'
import { permit2Abi } from './abi.ts'
import { BASE } from './base.ts'

/** Set Permit2 allowances of token and spender pairs to zero in one call. */
export const TOOL_DEF = defineWriteTool({
  name: 'safety_revoke_permit2_allowance',
  description: 'Set Permit2 allowances of token and spender pairs to zero in one call.',
  category: 'safety',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['build'],
  spriteTrigger: 'executing',
  promptSnippet:
    'safety_revoke_permit2_allowance sets what spenders may take through Permit2 to zero for any number of token and spender pairs, in one call.',
  promptGuidelines: ['A signed permit that was not used yet survives it; invalidate its nonce as well.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      pairs: Type.Array(
        Type.Object({ token: TokenSchema, spender: AddressSchema }, { additionalProperties: false }),
        { minItems: 1, maxItems: 32 },
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    revoked: Type.Array(Type.Object({ token: AddressSchema, spender: AddressSchema })),
  }),
  errorCodes: ['UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED'],
  async plan({ pairs }, ctx) {
    const permit2 = BASE.on(ctx.book).permit2
    const approvals = await Promise.all(
      pairs.map(async (pair) => ({
        token: (await resolveErc20(ctx, pair.token)).address,
        spender: getAddress(pair.spender),
      })),
    )
    ctx.step('build')
    const data = encodeFunctionData({ abi: permit2Abi, functionName: 'lockdown', args: [approvals] })
    // The outcome's allowances are those of the token itself; Permit2's own are reported as data.
    return planTransaction([{ to: permit2, valueWei: 0n, data }], {})
  },
  settle({ plan, receipt, account }) {
    const revoked = parseEventLogs({
      abi: permit2Abi,
      eventName: 'Lockdown',
      logs: logsOfCalled({ plan, receipt }),
    })
      .filter((log) => isAddressEqual(log.args.owner, account))
      .map(({ args: { token, spender } }) => ({ token, spender }))
    return { data: { revoked }, actualOutcome: EMPTY_OUTCOME, groundTruthSource: 'receipt' }
  },
})
