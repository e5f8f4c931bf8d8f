import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { planTransaction } from '../../core/plan.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { buildApproval } from '../../kit/approval.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { vaultAbi } from './abi.ts'
import { changes, moves, POSITION_OUTPUT, settlePositions, spentAllowance } from './acts.ts'
import { BASE } from './base.ts'
import { CHAINS } from './chains.ts'
import { keyOfToken } from './places.ts'

/** What the Vault does with a balance inside of it (v2-interfaces `IVault.UserBalanceOpKind`). */
const OP = { deposit: 0, withdraw: 1 } as const

/** Put tokens into the own balance inside of the Vault, or take them out. */
export const TOOL_DEF = defineWriteTool({
  name: 'balancer_manage_internal_balance',
  description: 'Put a token into the own internal balance of the Balancer V2 Vault, or take it out.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['vault'],
  spriteTrigger: 'executing',
  promptSnippet:
    'balancer_manage_internal_balance moves an exact amount of a token between the wallet and the own balance inside of the Balancer V2 Vault.',
  promptGuidelines: ['balancer_get_internal_balance tells what there is.'],
  supportedChains: CHAINS,
  input: Type.Object(
    {
      operation: Type.Union([Type.Literal('deposit'), Type.Literal('withdraw')]),
      token: TokenSchema,
      amountBaseUnits: BaseUnitsSchema,
    },
    { additionalProperties: false },
  ),
  output: POSITION_OUTPUT,
  errorCodes: ['PROTOCOL_NOT_DEPLOYED', 'UNKNOWN_TOKEN', 'ZERO_AMOUNT', 'INSUFFICIENT_LIQUIDITY'],
  async plan({ operation, token: named, amountBaseUnits }, ctx) {
    const amount = readAmount(amountBaseUnits)
    const { address: token, symbol } = await resolveErc20(ctx, named)
    const { vault } = BASE.on(ctx.book)
    const { account } = ctx
    ctx.step('vault')
    const isDeposit = operation === 'deposit'
    if (!isDeposit) {
      const [found = 0n] = await ctx.chain.readContract({
        address: vault,
        abi: vaultAbi,
        functionName: 'getInternalBalance',
        args: [account, [token]],
      })
      const subject = `the account's internal balance of ${symbol}`
      if (found < amount) throw new ToolError('INSUFFICIENT_LIQUIDITY', { subject, found, expected: amount })
    }
    const data = encodeFunctionData({
      abi: vaultAbi,
      functionName: 'manageUserBalance',
      args: [[{ kind: OP[operation], asset: token, amount, sender: account, recipient: account }]],
    })
    return planTransaction(
      [...(isDeposit ? [buildApproval(token, vault, amount)] : []), { to: vault, valueWei: 0n, data }],
      {
        assets: [moves(ctx, token, isDeposit ? -amount : amount)],
        allowances: isDeposit ? [spentAllowance(ctx, token)] : [],
        positions: [changes(keyOfToken(token), isDeposit ? amount : -amount)],
        toleranceBps: 0,
      },
    )
  },
  settle: settlePositions,
})
