import { getAddress } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planTransaction } from '../../core/plan.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { logsOfCalled } from '../../kit/logs-of-called.ts'
import { morphoAbi } from './abi.ts'
import { buildAct } from './acts.ts'
import { BASE } from './base.ts'

/** Withdraw a manager's authority over all positions. */
export const TOOL_DEF = defineWriteTool({
  name: 'morpho_revoke_authorization',
  description: "Withdraw a manager's authorisation over all Morpho positions of the account.",
  category: 'lending',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['authorization'],
  spriteTrigger: 'executing',
  promptSnippet:
    "morpho_revoke_authorization takes back a manager's authority over every Morpho Blue position of the account; granting such authority is never possible here.",
  promptGuidelines: ['List managers with morpho_get_authorizations.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ manager: AddressSchema }, { additionalProperties: false }),
  output: Type.Object({ revoked: Type.Array(AddressSchema) }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED', 'NOT_AUTHORIZED'],
  async plan(params, ctx) {
    const manager = getAddress(params.manager)
    ctx.step('authorization')
    const isAuthorized = await ctx.chain.readContract({
      address: BASE.on(ctx.book).morpho,
      abi: morphoAbi,
      functionName: 'isAuthorized',
      args: [ctx.account, manager],
    })
    if (!isAuthorized) throw BASE.error('NOT_AUTHORIZED', { manager })
    return planTransaction([buildAct(ctx, 'setAuthorization', [manager, false])], {})
  },
  settle({ plan, receipt, account }) {
    const logs = parseEventLogs({
      abi: morphoAbi,
      eventName: 'SetAuthorization',
      logs: logsOfCalled({ plan, receipt }),
    })
    const own = logs.filter(({ args }) => isAddressEqual(args.authorizer, account) && !args.newIsAuthorized)
    return {
      data: { revoked: own.map(({ args }) => args.authorized) },
      actualOutcome: EMPTY_OUTCOME,
      groundTruthSource: 'log_comparison',
    }
  },
})
