import { chainsOf } from '../../core/base.ts'
import { planTransaction } from '../../core/plan.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { BASE } from './base.ts'
import {
  assertHealthy,
  assertLent,
  assertOpen,
  buildBorrowing,
  changeOf,
  deltaOf,
  findHolding,
  HealthFactorSchema,
  INTEREST_TOLERANCE_BPS,
  LENDING_ERROR_CODES,
  readOwnAccount,
  withHolding,
} from './lending.ts'
import { LendingResultSchema, settleLending } from './settle.ts'

/** Borrow at the variable rate against own collateral. */
export const TOOL_DEF = defineWriteTool({
  name: 'aave_borrow_asset',
  description: 'Borrow from Aave V3 at the variable rate, keeping a minimum health factor.',
  category: 'lending',
  riskTier: 'layer3',
  tickBudget: 'medium',
  progressSteps: ['account'],
  spriteTrigger: 'executing',
  promptSnippet:
    'aave_borrow_asset borrows an asset from Aave V3 at the variable rate against what the account supplied, and leaves at least the health factor that is asked for.',
  promptGuidelines: [
    'Simulate first with aave_simulate_health_factor, price moves included.',
    'Debt grows by itself: read it before repaying.',
  ],
  supportedChains: chainsOf(BASE),
  traits: ['leverage'],
  input: Type.Object(
    { token: TokenSchema, amountBaseUnits: BaseUnitsSchema, leastHealthFactor: HealthFactorSchema },
    { additionalProperties: false },
  ),
  output: LendingResultSchema,
  errorCodes: [...LENDING_ERROR_CODES, 'BORROW_REFUSED', 'INSUFFICIENT_LIQUIDITY'],
  async plan(params, ctx) {
    const amount = readAmount(params.amountBaseUnits)
    ctx.step('account')
    const account = await readOwnAccount(ctx)
    const holding = await findHolding(ctx, account, params.token)
    const { reserve, debtBaseUnits } = holding
    assertOpen(reserve, 'borrow')
    assertLent(account, reserve, amount)
    const changed = withHolding(account, { ...holding, debtBaseUnits: debtBaseUnits + amount })
    assertHealthy(account, changed, params.leastHealthFactor)
    return planTransaction([buildBorrowing(ctx, reserve, amount)], {
      assets: [deltaOf(ctx.account, reserve.token.address, amount)],
      positions: [changeOf(reserve, 'owed', amount, account.nowSeconds)],
      toleranceBps: INTEREST_TOLERANCE_BPS,
    })
  },
  settle: (input) => settleLending(input),
})
