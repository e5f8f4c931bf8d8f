import { chainsOf } from '../../core/base.ts'
import { planWithNeeds } from '../../core/plan.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
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
import { standing } from './leverage.ts'
import { assertLentAgainst, GROWING_ERROR_CODES, LOOP_PARAMS, readLoop } from './loop.ts'
import { LendingResultSchema, settleLending } from './settle.ts'
import { sell } from './swaps.ts'

/** Short a token: supply collateral, borrow the token, sell it for the collateral. */
export const TOOL_DEF = defineWriteTool({
  name: 'aave_open_hedge',
  description: 'Short a volatile token at Aave V3 against stable collateral, by the delta to be hedged.',
  category: 'derivatives',
  riskTier: 'layer3',
  tickBudget: 'medium',
  progressSteps: ['account'],
  spriteTrigger: 'executing',
  promptSnippet:
    'aave_open_hedge supplies a stable token to Aave V3, borrows a volatile one against it and sells that, so that its fall pays for what other positions lose by it.',
  promptGuidelines: [
    "deltaBaseUnits is how much of the token the other positions hold: for liquidity, the position's own amount of it.",
    'What the sale brings stays in the account.',
  ],
  supportedChains: chainsOf(BASE),
  traits: ['leverage'],
  input: Type.Object(
    {
      ...LOOP_PARAMS,
      collateralBaseUnits: Type.String({ ...BaseUnitsSchema, description: 'collateral to supply' }),
      deltaBaseUnits: Type.String({ ...BaseUnitsSchema, description: 'how much of the debt token to short' }),
      leastHealthFactor: HealthFactorSchema,
    },
    { additionalProperties: false },
  ),
  output: LendingResultSchema,
  errorCodes: GROWING_ERROR_CODES,
  async plan(params, ctx) {
    const [supplied, delta] = [
      readAmount(params.collateralBaseUnits, 'collateralBaseUnits'),
      readAmount(params.deltaBaseUnits, 'deltaBaseUnits'),
    ]
    ctx.step('account')
    const loop = await readLoop(ctx, params)
    const { account, collateral, debt, slippageBps } = loop
    assertOpen(collateral.reserve, 'supply')
    assertOpen(debt.reserve, 'borrow')
    assertLentAgainst(loop, delta)
    const after = standing({
      ...loop,
      collateral: {
        ...collateral,
        isCollateral: true,
        suppliedBaseUnits: collateral.suppliedBaseUnits + supplied,
      },
      debt: { ...debt, debtBaseUnits: debt.debtBaseUnits + delta },
    })
    assertHealthy(account, after, params.leastHealthFactor)
    const [asset, owed] = [collateral.reserve.token.address, debt.reserve.token.address]
    return planWithNeeds(
      [sell(debt, collateral, delta, { slippageBps, afterCalls: 3 })],
      [...buildSupply(ctx, collateral.reserve, supplied), buildBorrowing(ctx, debt.reserve, delta)],
      {
        assets: [deltaOf(ctx.account, asset, -supplied), deltaOf(ctx.account, owed, delta)],
        allowances: noAllowanceLeft(ctx, asset),
        positions: [
          changeOf(collateral.reserve, 'held', supplied, account.nowSeconds),
          changeOf(debt.reserve, 'owed', delta, account.nowSeconds),
        ],
        toleranceBps: slippageBps,
      },
    )
  },
  settle: (input) => settleLending(input),
})
