import { chainsOf } from '../../core/base.ts'
import { planWithNeeds } from '../../core/plan.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { sellInEach } from '../../kit/leverage-rounds.ts'
import { BASE } from './base.ts'
import {
  buildRepayment,
  buildWithdrawal,
  changeOf,
  deltaOf,
  MAX_AMOUNT,
  noAllowanceLeft,
  withInterest,
} from './lending.ts'
import { planSelling } from './leverage.ts'
import { LOOP_ERROR_CODES, LOOP_PARAMS, readSelling, sidesOf } from './loop.ts'
import { LendingResultSchema, settleLending } from './settle.ts'

/** Unwind a leveraged position fully: sell collateral, repay everything, take the rest where nothing else is owed. */
export const TOOL_DEF = defineWriteTool({
  name: 'aave_close_leverage_loop',
  description: 'Unwind a leveraged position at Aave V3 fully into its collateral asset.',
  category: 'lending',
  riskTier: 'layer2',
  tickBudget: 'slow',
  progressSteps: ['account'],
  spriteTrigger: 'executing',
  promptSnippet:
    'aave_close_leverage_loop sells as much of one collateral at Aave V3 as a whole debt needs, repays it round by round in one transaction, and takes the rest of the collateral.',
  promptGuidelines: ['The rest of the collateral stays supplied as long as any other debt is owed.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(LOOP_PARAMS, { additionalProperties: false }),
  output: LendingResultSchema,
  errorCodes: LOOP_ERROR_CODES,
  async plan(params, ctx) {
    ctx.step('account')
    const loop = await readSelling(ctx, params)
    const { account, collateral, debt, slippageBps } = loop
    const most = withInterest(debt.debtBaseUnits, debt.reserve)
    const rounds = planSelling(loop, most, '/collateral')
    const sides = sidesOf(loop)
    // What is left of the collateral secures every other debt.
    const isLast = account.holdings.every(
      ({ debtBaseUnits, reserve }) => debtBaseUnits === 0n || reserve.id === debt.reserve.id,
    )
    const taken = isLast ? collateral.suppliedBaseUnits : rounds.reduce((sum, round) => sum + round.sold, 0n)
    return planWithNeeds(
      sellInEach(sides, rounds, 3),
      [
        ...rounds.flatMap(({ sold, repaid }, index) => [
          buildWithdrawal(ctx, collateral.reserve, sold),
          ...buildRepayment(ctx, debt.reserve, repaid, index === rounds.length - 1),
        ]),
        ...(isLast ? [buildWithdrawal(ctx, collateral.reserve, MAX_AMOUNT)] : []),
      ],
      {
        assets: [
          deltaOf(ctx.account, sides.collateral, taken),
          deltaOf(ctx.account, sides.owed, -debt.debtBaseUnits),
        ],
        allowances: noAllowanceLeft(ctx, sides.owed),
        positions: [
          changeOf(collateral.reserve, 'held', -taken, account.nowSeconds),
          changeOf(debt.reserve, 'owed', -debt.debtBaseUnits, account.nowSeconds),
        ],
        toleranceBps: slippageBps,
      },
    )
  },
  settle: (input) => settleLending(input),
})
