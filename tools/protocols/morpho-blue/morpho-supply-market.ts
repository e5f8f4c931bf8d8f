import { chainsOf } from '../../core/base.ts'
import { planTransaction } from '../../core/plan.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import {
  allowMorpho,
  assertToken,
  buildAct,
  changes,
  INTEREST_TOLERANCE_BPS,
  moves,
  POSITION_ERROR_CODES,
  POSITION_PARAMETERS,
  spentAllowance,
} from './acts.ts'
import { BASE } from './base.ts'
import { readMarket } from './market.ts'
import { toSupplyShares } from './maths.ts'
import { CHANGE_OUTPUT, settleChange } from './settle.ts'

/** Lend the loan asset into a market. */
export const TOOL_DEF = defineWriteTool({
  name: 'morpho_supply_market',
  description: 'Lend the loan asset into a Morpho market.',
  category: 'lending',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['market'],
  spriteTrigger: 'executing',
  promptSnippet:
    'morpho_supply_market lends an amount of the loan token into one Morpho Blue market named by its id, where it earns what borrowers pay.',
  promptGuidelines: [
    "Lenders bear bad debt: look at the market's oracle and collateral first.",
    'What is lent is no collateral; use morpho_supply_collateral for that.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { ...POSITION_PARAMETERS, amountBaseUnits: BaseUnitsSchema },
    { additionalProperties: false },
  ),
  output: CHANGE_OUTPUT,
  errorCodes: [...POSITION_ERROR_CODES, 'ZERO_AMOUNT'],
  async plan({ market: id, token, amountBaseUnits }, ctx) {
    const assets = readAmount(amountBaseUnits)
    ctx.step('market')
    const { loan, terms, totals } = await readMarket(ctx, id)
    assertToken(ctx, token, loan)
    return planTransaction(
      [allowMorpho(ctx, loan, assets), buildAct(ctx, 'supply', [terms, assets, 0n, ctx.account, '0x'])],
      {
        assets: [moves(ctx, loan, -assets)],
        allowances: [spentAllowance(ctx, loan)],
        positions: [changes(id, 'lent', toSupplyShares(totals, assets))],
        toleranceBps: INTEREST_TOLERANCE_BPS,
      },
    )
  },
  settle: settleChange,
})
