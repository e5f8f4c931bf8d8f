import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planOwnerTransaction } from '../../core/plan.ts'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { definePrivilegedTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'

/** Have the cage count what arrived of an asset unasked, as if its owner had just paid it in. */
export const TOOL_DEF = definePrivilegedTool({
  name: 'wallet_absorb_cage_gift',
  description: "Count what arrived in the PolicyCage unasked as paid in, with the owner's approval.",
  category: 'wallet',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['build'],
  spriteTrigger: 'executing',
  promptSnippet:
    "wallet_absorb_cage_gift has the cage count what arrived of an asset unasked, as if its owner had just paid it in; it needs the owner's approval.",
  promptGuidelines: ['Until then gifts count for nothing: neither as value nor against losses.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ token: TokenSchema }, { additionalProperties: false }),
  output: Type.Object({
    token: AddressSchema,
    absorbedBaseUnits: BaseUnitsSchema,
    /** Shares that were minted for it, 18 decimals. */
    sharesWad: BaseUnitsSchema,
  }),
  errorCodes: ['UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED'],
  async plan(params, ctx) {
    ctx.step('build')
    const { address: token } = await resolveErc20(ctx, params.token)
    const data = encodeFunctionData({ abi: policyCageAbi, functionName: 'absorb', args: [token] })
    return planOwnerTransaction([{ to: ctx.account, valueWei: 0n, data }], {})
  },
  settle({ receipt, account }) {
    const [deposited] = parseEventLogs({
      abi: policyCageAbi,
      eventName: 'Deposited',
      logs: receipt.logs.filter((log) => isAddressEqual(log.address, account)),
    })
    const { token = account, amount = 0n, shares = 0n } = deposited?.args ?? {}
    return {
      data: { token, absorbedBaseUnits: amount.toString(), sharesWad: shares.toString() },
      actualOutcome: EMPTY_OUTCOME,
      groundTruthSource: 'balance_check',
    }
  },
})
