import { chainsOf } from '../../core/base.ts'
import { planWithNeeds } from '../../core/plan.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { DEFAULT_SLIPPAGE_BPS } from '../../kit/slippage.ts'
import { BASE } from './base.ts'
import {
  assertHealthy,
  assertOpen,
  assertThere,
  buildSupply,
  buildWithdrawal,
  changeOf,
  deltaOf,
  LENDING_ERROR_CODES,
  noAllowanceLeft,
  withHolding,
} from './lending.ts'
import { ReplaceSchema, readPair } from './pair.ts'
import { LendingResultSchema, settleLending } from './settle.ts'
import { sell } from './swaps.ts'

/** Replace one collateral by another: withdraw, sell, supply what the sale brings at least. */
export const TOOL_DEF = defineWriteTool({
  name: 'aave_swap_collateral',
  description: 'Replace one collateral by another at Aave V3.',
  category: 'lending',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['account'],
  spriteTrigger: 'executing',
  promptSnippet:
    'aave_swap_collateral withdraws one collateral from Aave V3, sells it for another through the best pool and supplies that, keeping a minimum health factor in between.',
  promptGuidelines: ['What the sale brings above its bound stays in the account.'],
  supportedChains: chainsOf(BASE),
  input: ReplaceSchema,
  output: LendingResultSchema,
  errorCodes: [...LENDING_ERROR_CODES, 'SAME_TOKEN', 'INSUFFICIENT_LIQUIDITY'],
  async plan({ slippageBps = DEFAULT_SLIPPAGE_BPS, ...params }, ctx) {
    const amount = readAmount(params.amountBaseUnits)
    ctx.step('account')
    const {
      account,
      pair: [from, to],
    } = await readPair(ctx, params.from, params.to)
    assertOpen(from.reserve, 'withdraw')
    assertOpen(to.reserve, 'supply')
    assertThere(
      from.suppliedBaseUnits >= amount ? amount : 0n,
      'supply of this size',
      from.reserve.token.symbol,
    )
    const between = { ...from, suppliedBaseUnits: from.suppliedBaseUnits - amount }
    // In between, only what is left secures the debt: the Pool asks for that.
    assertHealthy(account, withHolding(account, between), params.leastHealthFactor)
    const need = sell(from, to, amount, { slippageBps, afterCalls: 1 })
    const bought = need.leastOutBaseUnits
    const asset = to.reserve.token.address
    return planWithNeeds(
      [need],
      [buildWithdrawal(ctx, from.reserve, amount), ...buildSupply(ctx, to.reserve, bought)],
      {
        assets: [
          deltaOf(ctx.account, from.reserve.token.address, amount),
          deltaOf(ctx.account, asset, -bought),
        ],
        allowances: noAllowanceLeft(ctx, asset),
        positions: [
          changeOf(from.reserve, 'held', -amount, account.nowSeconds),
          changeOf(to.reserve, 'held', bought, account.nowSeconds),
        ],
        toleranceBps: slippageBps,
      },
    )
  },
  settle: (input) => settleLending(input),
})
