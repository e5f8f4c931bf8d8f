import { parseUnits } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { planWithNeeds } from '../../core/plan.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { sellInEach } from '../../kit/leverage-rounds.ts'
import { BASE } from './base.ts'
import {
  assertThere,
  buildRepayment,
  buildWithdrawal,
  changeOf,
  deltaOf,
  noAllowanceLeft,
} from './lending.ts'
import { planSelling, toRepayment } from './leverage.ts'
import { LOOP_ERROR_CODES, LOOP_PARAMS, readSelling, sidesOf, TargetSchema } from './loop.ts'
import { LendingResultSchema, settleLending } from './settle.ts'

/** Sell collateral and repay with what it brings, until health is at a target. */
export const TOOL_DEF = defineWriteTool({
  name: 'aave_deleverage_to_target',
  description: 'Sell collateral at Aave V3 and repay until a target health factor.',
  category: 'lending',
  riskTier: 'layer2',
  tickBudget: 'slow',
  progressSteps: ['account'],
  spriteTrigger: 'executing',
  promptSnippet:
    'aave_deleverage_to_target withdraws collateral from Aave V3, sells it for the token that is owed and repays, round by round in one transaction, until the health factor is at least the target.',
  promptGuidelines: ['Collateral that the purchases leave over stays in the account.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ ...LOOP_PARAMS, targetHealthFactor: TargetSchema }, { additionalProperties: false }),
  output: LendingResultSchema,
  errorCodes: LOOP_ERROR_CODES,
  async plan(params, ctx) {
    ctx.step('account')
    const loop = await readSelling(ctx, params)
    const { account, collateral, debt, slippageBps } = loop
    const wanted = toRepayment(loop, parseUnits(params.targetHealthFactor, 18))
    assertThere(wanted, 'debt above the target', debt.reserve.token.symbol)
    const rounds = planSelling(loop, wanted, '/targetHealthFactor')
    const sold = rounds.reduce((sum, round) => sum + round.sold, 0n)
    const repaid = rounds.reduce((sum, round) => sum + round.repaid, 0n)
    const sides = sidesOf(loop)
    return planWithNeeds(
      sellInEach(sides, rounds, 3),
      rounds.flatMap((round) => [
        buildWithdrawal(ctx, collateral.reserve, round.sold),
        ...buildRepayment(ctx, debt.reserve, round.repaid, false),
      ]),
      {
        assets: [deltaOf(ctx.account, sides.collateral, sold), deltaOf(ctx.account, sides.owed, -repaid)],
        allowances: noAllowanceLeft(ctx, sides.owed),
        positions: [
          changeOf(collateral.reserve, 'held', -sold, account.nowSeconds),
          changeOf(debt.reserve, 'owed', -repaid, account.nowSeconds),
        ],
        toleranceBps: slippageBps,
      },
    )
  },
  settle: (input) => settleLending(input),
})
