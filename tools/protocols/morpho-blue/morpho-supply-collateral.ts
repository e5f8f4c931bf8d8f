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
  moves,
  POSITION_ERROR_CODES,
  POSITION_PARAMETERS,
  spentAllowance,
} from './acts.ts'
import { BASE } from './base.ts'
import { readMarket } from './market.ts'
import { CHANGE_OUTPUT, settleChange } from './settle.ts'

/** Post collateral in a market. */
export const TOOL_DEF = defineWriteTool({
  name: 'morpho_supply_collateral',
  description: 'Post collateral in a Morpho market.',
  category: 'lending',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['market'],
  spriteTrigger: 'executing',
  promptSnippet:
    'morpho_supply_collateral posts collateral in one Morpho Blue market, so that its loan token can be borrowed against it; collateral earns nothing.',
  promptGuidelines: ['Posting more lowers the LTV of a debt that is there.'],
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
    const { collateral, terms } = await readMarket(ctx, id)
    assertToken(ctx, token, collateral)
    return planTransaction(
      [
        allowMorpho(ctx, collateral, assets),
        buildAct(ctx, 'supplyCollateral', [terms, assets, ctx.account, '0x']),
      ],
      {
        assets: [moves(ctx, collateral, -assets)],
        allowances: [spentAllowance(ctx, collateral)],
        positions: [changes(id, 'posted', assets)],
      },
    )
  },
  settle: settleChange,
})
