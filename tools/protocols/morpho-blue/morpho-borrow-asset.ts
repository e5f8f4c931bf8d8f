import { chainsOf } from '../../core/base.ts'
import { planTransaction } from '../../core/plan.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import {
  assertEnough,
  assertToken,
  buildAct,
  changes,
  INTEREST_TOLERANCE_BPS,
  moves,
  POSITION_ERROR_CODES,
  POSITION_PARAMETERS,
} from './acts.ts'
import { BASE } from './base.ts'
import { toAvailable } from './describe-market.ts'
import { toPosition } from './describe-position.ts'
import { assertLtv, MaxLtvSchema } from './ltv.ts'
import { readMarket } from './market.ts'
import { toBorrowedShares } from './maths.ts'
import { CHANGE_OUTPUT, settleChange } from './settle.ts'

/** Borrow the loan asset, keeping a maximum LTV. */
export const TOOL_DEF = defineWriteTool({
  name: 'morpho_borrow_asset',
  description: 'Borrow the loan asset of a Morpho market against own collateral, keeping a maximum LTV.',
  category: 'lending',
  riskTier: 'layer3',
  tickBudget: 'medium',
  progressSteps: ['market'],
  spriteTrigger: 'executing',
  promptSnippet:
    'morpho_borrow_asset borrows the loan token of one Morpho Blue market against collateral posted there, as long as the LTV stays below a bound.',
  promptGuidelines: [
    'Post collateral first with morpho_supply_collateral.',
    'Above the liquidation LTV anyone may take the collateral.',
  ],
  supportedChains: chainsOf(BASE),
  traits: ['leverage'],
  input: Type.Object(
    { ...POSITION_PARAMETERS, amountBaseUnits: BaseUnitsSchema, maxLtvBps: MaxLtvSchema },
    { additionalProperties: false },
  ),
  output: CHANGE_OUTPUT,
  errorCodes: [
    ...POSITION_ERROR_CODES,
    'ZERO_AMOUNT',
    'INSUFFICIENT_LIQUIDITY',
    'LTV_TOO_HIGH',
    'ORACLE_FAILED',
  ],
  async plan({ market: id, token, amountBaseUnits, maxLtvBps }, ctx) {
    const assets = readAmount(amountBaseUnits)
    ctx.step('market')
    const market = await readMarket(ctx, id, ctx.account)
    const { loan, terms, totals, holding } = market
    assertToken(ctx, token, loan)
    assertEnough(`market ${id}`, toAvailable(market), assets)
    const { collateral, debt } = toPosition(market, holding)
    assertLtv(market, { collateral, debt: debt + assets }, maxLtvBps)
    const { account } = ctx
    return planTransaction([buildAct(ctx, 'borrow', [terms, assets, 0n, account, account])], {
      assets: [moves(ctx, loan, assets)],
      positions: [changes(id, 'owed', toBorrowedShares(totals, assets))],
      toleranceBps: INTEREST_TOLERANCE_BPS,
    })
  },
  settle: settleChange,
})
