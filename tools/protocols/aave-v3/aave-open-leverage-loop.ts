import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { planWithNeeds } from '../../core/plan.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { OPEN_LEVERAGE } from '../../kit/kinds/open-leverage.ts'
import { buyInEach } from '../../kit/leverage-rounds.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { BASE } from './base.ts'
import {
  assertHealthy,
  assertOpen,
  buildBorrowing,
  buildSupply,
  changeOf,
  deltaOf,
  HealthFactorSchema,
  noAllowanceLeft,
} from './lending.ts'
import { planBuying, standing } from './leverage.ts'
import { assertLentAgainst, GROWING_ERROR_CODES, LOOP_PARAMS, readLoop, sidesOf } from './loop.ts'
import { LendingResultSchema, settleLending } from './settle.ts'

/** Open a leveraged position by rounds of supply, borrow and swap, in one transaction. */
export const TOOL_DEF = defineWriteTool({
  name: 'aave_open_leverage_loop',
  description: 'Open a leveraged position at Aave V3 by rounds to a target leverage.',
  category: 'lending',
  riskTier: 'layer3',
  tickBudget: 'slow',
  progressSteps: ['account'],
  spriteTrigger: 'executing',
  promptSnippet:
    'aave_open_leverage_loop supplies collateral to Aave V3, borrows against it, buys more collateral and supplies that too, round by round in one transaction.',
  promptGuidelines: [
    'Look first with intel_evaluate_leverage_loop; 20 000 leverageBps is two times the own collateral.',
    'What the purchases save of their bound stays in the account as the borrowed token.',
  ],
  supportedChains: chainsOf(BASE),
  traits: ['leverage'],
  input: Type.Object(
    { ...OPEN_LEVERAGE.params, ...LOOP_PARAMS, leastHealthFactor: HealthFactorSchema },
    { additionalProperties: false },
  ),
  output: LendingResultSchema,
  errorCodes: GROWING_ERROR_CODES,
  async plan(params, ctx) {
    const own = readAmount(params.amountBaseUnits)
    ctx.step('account')
    const loop = await readLoop(ctx, params)
    const { account, collateral, debt, slippageBps } = loop
    assertOpen(collateral.reserve, 'supply')
    assertOpen(debt.reserve, 'borrow')
    const extra = (own * BigInt(params.leverageBps)) / 10_000n - own
    if (extra <= 0n) throw new ToolError('ZERO_AMOUNT', { parameter: 'leverageBps' })
    const supplied = (amount: bigint) => ({
      ...collateral,
      isCollateral: true,
      suppliedBaseUnits: collateral.suppliedBaseUnits + amount,
    })
    const rounds = planBuying({ ...loop, collateral: supplied(own) }, extra)
    const borrowed = rounds.reduce((sum, round) => sum + round.borrowed, 0n)
    assertLentAgainst(loop, borrowed)
    const after = { ...debt, debtBaseUnits: debt.debtBaseUnits + borrowed }
    assertHealthy(
      account,
      standing({ ...loop, collateral: supplied(own + extra), debt: after }),
      params.leastHealthFactor,
    )
    const sides = sidesOf(loop)
    return planWithNeeds(
      buyInEach(sides, rounds),
      [
        ...buildSupply(ctx, collateral.reserve, own),
        ...rounds.flatMap((round) => [
          buildBorrowing(ctx, debt.reserve, round.borrowed),
          ...buildSupply(ctx, collateral.reserve, round.bought),
        ]),
      ],
      {
        assets: [
          deltaOf(ctx.account, sides.collateral, -own - extra),
          deltaOf(ctx.account, sides.owed, borrowed),
        ],
        allowances: noAllowanceLeft(ctx, sides.collateral),
        positions: [
          changeOf(collateral.reserve, 'held', own + extra, account.nowSeconds),
          changeOf(debt.reserve, 'owed', borrowed, account.nowSeconds),
        ],
        toleranceBps: slippageBps,
      },
    )
  },
  settle: (input) => settleLending(input),
})
