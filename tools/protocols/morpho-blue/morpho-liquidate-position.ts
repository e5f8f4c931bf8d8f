import { getAddress } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { planTransaction } from '../../core/plan.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import {
  allowMorpho,
  assertToken,
  buildAct,
  INTEREST_TOLERANCE_BPS,
  moves,
  POSITION_ERROR_CODES,
  requirePrice,
  spentAllowance,
  withInterest,
} from './acts.ts'
import { BASE } from './base.ts'
import { toPosition } from './describe-position.ts'
import { liquidateUpTo } from './liquidation.ts'
import { MarketIdSchema, readMarket } from './market.ts'
import { toCollateralValue, toLtvBps, toMostDebt } from './maths.ts'
import { CHANGE_OUTPUT, settleChange } from './settle.ts'

/** Liquidate a position above the liquidation LTV and seize its collateral. */
export const TOOL_DEF = defineWriteTool({
  name: 'morpho_liquidate_position',
  description: 'Liquidate an unhealthy Morpho position and seize collateral for what is repaid.',
  category: 'lending',
  riskTier: 'layer3',
  tickBudget: 'medium',
  progressSteps: ['market'],
  spriteTrigger: 'executing',
  promptSnippet:
    "morpho_liquidate_position repays up to an amount of another account's debt in one Morpho Blue market and takes its collateral with the incentive on top.",
  promptGuidelines: [
    'Find positions with morpho_list_liquidatable_positions.',
    'Collateral is worth what it can be sold for, which may be less than the oracle says.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      market: MarketIdSchema,
      borrower: AddressSchema,
      amountBaseUnits: Type.String({ ...BaseUnitsSchema, description: 'most debt to repay, base units' }),
    },
    { additionalProperties: false },
  ),
  output: CHANGE_OUTPUT,
  errorCodes: [...POSITION_ERROR_CODES, 'ZERO_AMOUNT', 'POSITION_HEALTHY', 'ORACLE_FAILED'],
  async plan({ market: id, borrower: of, amountBaseUnits }, ctx) {
    const most = readAmount(amountBaseUnits)
    const borrower = getAddress(of)
    ctx.step('market')
    const market = await readMarket(ctx, id, borrower)
    const { loan, collateral, terms, holding } = market
    const price = requirePrice(market)
    assertToken(ctx, undefined, collateral)
    const position = toPosition(market, holding)
    if (position.debt <= toMostDebt(position.collateral, price, terms.lltv)) {
      const found = toLtvBps(position.debt, toCollateralValue(position.collateral, price)) ?? 0
      throw BASE.error('POSITION_HEALTHY', { borrower, found, expected: Number(terms.lltv / 10n ** 14n) })
    }
    const { repaid, seized, repaidShares, seizedAssets } = liquidateUpTo(market.totals, holding, {
      most,
      price,
      lltvWad: terms.lltv,
    })
    if (repaid === 0n) throw new ToolError('ZERO_AMOUNT', { parameter: 'amountBaseUnits less interest' })
    return planTransaction(
      [
        allowMorpho(ctx, loan, withInterest(repaid)),
        buildAct(ctx, 'liquidate', [terms, borrower, seizedAssets, repaidShares, '0x']),
        allowMorpho(ctx, loan, 0n),
      ],
      {
        assets: [moves(ctx, loan, -repaid), moves(ctx, collateral, seized)],
        allowances: [spentAllowance(ctx, loan)],
        toleranceBps: INTEREST_TOLERANCE_BPS,
      },
    )
  },
  settle: settleChange,
})
