import { chainsOf } from '../../core/base.ts'
import { planWithNeeds } from '../../core/plan.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { DEFAULT_SLIPPAGE_BPS } from '../../kit/slippage.ts'
import { BASE } from './base.ts'
import {
  assertHealthy,
  assertLent,
  assertOpen,
  assertThere,
  buildBorrowing,
  buildRepayment,
  changeOf,
  deltaOf,
  LENDING_ERROR_CODES,
  noAllowanceLeft,
  withHolding,
} from './lending.ts'
import { ReplaceSchema, readPair } from './pair.ts'
import { LendingResultSchema, settleLending } from './settle.ts'
import { sell } from './swaps.ts'

/** Replace one debt by another: borrow, sell, repay what the sale brings at least. */
export const TOOL_DEF = defineWriteTool({
  name: 'aave_swap_debt',
  description: 'Replace one debt by another at Aave V3.',
  category: 'lending',
  riskTier: 'layer3',
  tickBudget: 'medium',
  progressSteps: ['account'],
  spriteTrigger: 'executing',
  promptSnippet:
    'aave_swap_debt borrows another asset from Aave V3, sells it for the one that is owed through the best pool and repays with that, keeping a minimum health factor in between.',
  promptGuidelines: ['amountBaseUnits is what is borrowed of the new debt.'],
  supportedChains: chainsOf(BASE),
  traits: ['leverage'],
  input: ReplaceSchema,
  output: LendingResultSchema,
  errorCodes: [...LENDING_ERROR_CODES, 'SAME_TOKEN', 'BORROW_REFUSED', 'INSUFFICIENT_LIQUIDITY'],
  async plan({ slippageBps = DEFAULT_SLIPPAGE_BPS, ...params }, ctx) {
    const amount = readAmount(params.amountBaseUnits)
    ctx.step('account')
    const {
      account,
      pair: [from, to],
    } = await readPair(ctx, params.from, params.to)
    assertOpen(to.reserve, 'borrow')
    assertLent(account, to.reserve, amount)
    assertOpen(from.reserve, 'repay')
    const need = sell(to, from, amount, { slippageBps, afterCalls: 1 })
    const repaid = need.leastOutBaseUnits
    assertThere(from.debtBaseUnits >= repaid ? repaid : 0n, 'debt of this size', from.reserve.token.symbol)
    // In between, both are owed: the Pool asks for that.
    const between = withHolding(account, { ...to, debtBaseUnits: to.debtBaseUnits + amount })
    assertHealthy(account, between, params.leastHealthFactor)
    const asset = from.reserve.token.address
    return planWithNeeds(
      [need],
      [buildBorrowing(ctx, to.reserve, amount), ...buildRepayment(ctx, from.reserve, repaid, false)],
      {
        assets: [
          deltaOf(ctx.account, to.reserve.token.address, amount),
          deltaOf(ctx.account, asset, -repaid),
        ],
        allowances: noAllowanceLeft(ctx, asset),
        positions: [
          changeOf(to.reserve, 'owed', amount, account.nowSeconds),
          changeOf(from.reserve, 'owed', -repaid, account.nowSeconds),
        ],
        toleranceBps: slippageBps,
      },
    )
  },
  settle: (input) => settleLending(input),
})
