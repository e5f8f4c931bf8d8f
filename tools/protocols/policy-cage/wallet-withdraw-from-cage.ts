import { erc20Abi } from 'viem'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planOwnerTransaction } from '../../core/plan.ts'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { definePrivilegedTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { readSent } from '../../kit/transfer.ts'
import { readOwner } from './read-owner.ts'

/** Pay a token out of the cage to the owner of its gate; the cage burns the shares that it stands for. */
export const TOOL_DEF = definePrivilegedTool({
  name: 'wallet_withdraw_from_cage',
  description: "Pay a token out of the cage to its owner, with the owner's approval.",
  category: 'wallet',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['read', 'build'],
  spriteTrigger: 'executing',
  promptSnippet:
    "wallet_withdraw_from_cage pays an exact amount of a token out of the cage to its owner; it needs the owner's approval, on top of limits and phase.",
  promptGuidelines: ['Native coin leaves as its wrapped token.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    { token: TokenSchema, amountBaseUnits: BaseUnitsSchema },
    { additionalProperties: false },
  ),
  output: Type.Object({ token: AddressSchema, withdrawnBaseUnits: BaseUnitsSchema }),
  errorCodes: ['UNKNOWN_TOKEN', 'ZERO_AMOUNT', 'PROTOCOL_NOT_DEPLOYED'],
  async plan(params, ctx) {
    const amount = readAmount(params.amountBaseUnits)
    ctx.step('read')
    const { address: token } = await resolveErc20(ctx, params.token)
    const { owner } = await readOwner(ctx)
    ctx.step('build')
    const withdraw = encodeFunctionData({
      abi: policyCageAbi,
      functionName: 'withdraw',
      args: [token, amount],
    })
    // The cage pays its owner, the gate, which holds nothing for itself.
    const forward = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [owner, amount] })
    return planOwnerTransaction(
      [
        { to: ctx.account, valueWei: 0n, data: withdraw },
        { to: token, valueWei: 0n, data: forward },
      ],
      {
        assets: [
          { token, account: ctx.account, deltaBaseUnits: -amount },
          { token, account: owner, deltaBaseUnits: amount },
        ],
      },
    )
  },
  settle({ plan, receipt, account }) {
    const { left, arrived } = readSent({ plan, receipt, account })
    const token = plan.calls[1]?.to ?? account
    const delta = left.find((asset) => asset.token === token)?.deltaBaseUnits ?? 0n
    return {
      data: { token, withdrawnBaseUnits: (-delta).toString() },
      actualOutcome: { ...EMPTY_OUTCOME, assets: [...left, ...arrived] },
      groundTruthSource: 'receipt',
    }
  },
})
