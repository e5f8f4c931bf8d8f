import { chainsOf } from '../../core/base.ts'
import { planWithNeeds } from '../../core/plan.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { divideUp } from '../../kit/divide-up.ts'
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
  HealthFactorSchema,
  noAllowanceLeft,
  withInterest,
} from './lending.ts'
import { standing } from './leverage.ts'
import { LOOP_ERROR_CODES, LOOP_PARAMS, readLoop } from './loop.ts'
import { LendingResultSchema, settleLending } from './settle.ts'
import { convert, sell } from './swaps.ts'

/** Bring a short to another size: borrow and sell more of the token, or buy some and repay. */
export const TOOL_DEF = defineWriteTool({
  name: 'aave_adjust_hedge',
  description: 'Bring a lending hedge at Aave V3 back to the current delta.',
  category: 'derivatives',
  riskTier: 'layer3',
  tickBudget: 'medium',
  progressSteps: ['account'],
  spriteTrigger: 'executing',
  promptSnippet:
    'aave_adjust_hedge compares what the account owes of a token at Aave V3 with the delta that it is to hedge, and borrows and sells the difference, or buys and repays it.',
  promptGuidelines: ['It buys with tokens of the account, not with what is supplied.'],
  supportedChains: chainsOf(BASE),
  traits: ['leverage'],
  input: Type.Object(
    {
      ...LOOP_PARAMS,
      deltaBaseUnits: Type.String({ ...BaseUnitsSchema, description: 'how much of the debt token to owe' }),
      leastHealthFactor: HealthFactorSchema,
    },
    { additionalProperties: false },
  ),
  output: LendingResultSchema,
  errorCodes: [...LOOP_ERROR_CODES, 'BORROW_REFUSED', 'INSUFFICIENT_LIQUIDITY'],
  async plan(params, ctx) {
    ctx.step('account')
    const loop = await readLoop(ctx, params)
    const { account, collateral, debt, slippageBps } = loop
    const delta = BigInt(params.deltaBaseUnits)
    const change = delta - debt.debtBaseUnits
    const [asset, owed] = [collateral.reserve.token.address, debt.reserve.token.address]
    const expectation = {
      assets: [deltaOf(ctx.account, owed, change)],
      positions: [changeOf(debt.reserve, 'owed', change, account.nowSeconds)],
      toleranceBps: slippageBps,
    }
    assertThere(change, 'difference to the debt', debt.reserve.token.symbol)
    if (change > 0n) {
      assertOpen(debt.reserve, 'borrow')
      assertLent(account, debt.reserve, change)
      const more = { ...debt, debtBaseUnits: debt.debtBaseUnits + change }
      assertHealthy(account, standing({ ...loop, debt: more }), params.leastHealthFactor)
      return planWithNeeds(
        [sell(debt, collateral, change, { slippageBps, afterCalls: 1 })],
        [buildBorrowing(ctx, debt.reserve, change)],
        expectation,
      )
    }
    assertOpen(debt.reserve, 'repay')
    // Nothing is to be owed any more: the interest until then is paid as well.
    const isAll = delta === 0n
    const most = isAll ? withInterest(-change, debt.reserve) : -change
    const cost = (convert(most, debt, collateral) + 1n) * BigInt(10_000 + slippageBps)
    return planWithNeeds(
      [
        {
          need: 'swap',
          exact: 'output',
          tokenIn: asset,
          tokenOut: owed,
          amountOutBaseUnits: most,
          mostInBaseUnits: divideUp(cost, 10_000n),
        },
      ],
      buildRepayment(ctx, debt.reserve, most, isAll),
      { ...expectation, allowances: noAllowanceLeft(ctx, owed) },
    )
  },
  settle: (input) => settleLending(input),
})
