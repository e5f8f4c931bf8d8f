import { getAddress } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, BaseUnitsSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { POSITION_ERROR_CODES } from './acts.ts'
import { BASE } from './base.ts'
import { renderPrice } from './describe-market.ts'
import { judgePosition, toPosition } from './describe-position.ts'
import { MarketIdSchema, readMarket } from './market.ts'

/** Compute what a position would stand at after changes of collateral and debt, at another price. */
export const TOOL_DEF = defineReadTool({
  name: 'morpho_simulate_position',
  description: 'Compute LTV and liquidation price of a Morpho position after hypothetical actions or prices.',
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['market'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'morpho_simulate_position computes the LTV, health and liquidation price that a Morpho Blue position would have after adding or taking collateral and debt, or at another price.',
  promptGuidelines: [
    'Amounts below zero take out or repay.',
    'priceChangeBps moves the price of the collateral token in the loan token.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      market: MarketIdSchema,
      account: Type.Optional(AddressSchema),
      collateralAmountBaseUnits: Type.Optional(SignedBaseUnitsSchema),
      debtAmountBaseUnits: Type.Optional(SignedBaseUnitsSchema),
      priceChangeBps: Type.Optional(
        Type.Integer({ minimum: -9_999, maximum: 100_000, description: 'change of the price, basis points' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    account: AddressSchema,
    market: MarketIdSchema,
    collateralBaseUnits: BaseUnitsSchema,
    debtBaseUnits: BaseUnitsSchema,
    ltvBps: Type.Union([Type.Integer(), Type.Null()]),
    lltvBps: Type.Integer(),
    isHealthy: Type.Union([Type.Boolean(), Type.Null()]),
    borrowableBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
    price: Type.String(),
    liquidationPrice: Type.Union([Type.String(), Type.Null()]),
  }),
  errorCodes: [...POSITION_ERROR_CODES, 'ORACLE_FAILED'],
  async read(params, ctx) {
    const account = getAddress(params.account ?? ctx.account)
    ctx.step('market')
    const market = await readMarket(ctx, params.market, account)
    if (market.price === undefined) {
      throw BASE.error('ORACLE_FAILED', { market: market.id, oracle: market.terms.oracle })
    }
    const price = (market.price * BigInt(10_000 + (params.priceChangeBps ?? 0))) / 10_000n
    const now = toPosition(market, market.holding)
    const after = {
      ...now,
      collateral: move(now.collateral, params.collateralAmountBaseUnits, '/collateralAmountBaseUnits'),
      debt: move(now.debt, params.debtAmountBaseUnits, '/debtAmountBaseUnits'),
    }
    const { ltvBps, isHealthy, borrowable, liquidationPrice } = judgePosition(market, after, price)
    return {
      account,
      market: market.id,
      collateralBaseUnits: after.collateral.toString(),
      debtBaseUnits: after.debt.toString(),
      ltvBps,
      lltvBps: Number(market.terms.lltv / 10n ** 14n),
      isHealthy,
      borrowableBaseUnits: borrowable?.toString() ?? null,
      price: renderPrice(market, price),
      liquidationPrice: liquidationPrice === null ? null : renderPrice(market, liquidationPrice),
    }
  },
})

function move(amount: bigint, by: string | undefined, path: string): bigint {
  const after = amount + BigInt(by ?? '0')
  if (after >= 0n) return after
  throw new ToolError('INVALID_PARAMS', { path, problem: `takes more than the ${amount} that is there` })
}
