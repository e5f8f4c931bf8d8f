import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { morphoAbi } from './abi.ts'
import { requirePrice } from './acts.ts'
import { BASE } from './base.ts'
import { toPosition } from './describe-position.ts'
import { liquidateMost } from './liquidation.ts'
import { type Holding, MarketIdSchema, readMarket } from './market.ts'
import { toCollateralValue, toLtvBps, toMostDebt } from './maths.ts'

/** List a market's borrowers above the liquidation LTV, with what a liquidation would take and bring. */
export const TOOL_DEF = defineReadTool({
  name: 'morpho_list_liquidatable_positions',
  description:
    'List the positions of a Morpho market above its liquidation LTV, with seizable collateral and profit.',
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'slow',
  progressSteps: ['market', 'logs', 'positions'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'morpho_list_liquidatable_positions lists borrowers of a Morpho Blue market that stand above its liquidation LTV, with the debt to repay, the collateral to seize and the profit.',
  promptGuidelines: ["Profit is in the loan token at the market's own price, gas and swaps apart."],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ market: MarketIdSchema, ...WINDOW_PARAMETERS }, { additionalProperties: false }),
  output: Type.Object({
    market: MarketIdSchema,
    ...WINDOW_OUTPUT,
    borrowersFound: Type.Integer(),
    positions: Type.Array(
      Type.Object({
        borrower: AddressSchema,
        debtBaseUnits: BaseUnitsSchema,
        collateralBaseUnits: BaseUnitsSchema,
        ltvBps: Type.Union([Type.Integer(), Type.Null()]),
        /** What a full liquidation pays and takes, and what is left of it. */
        repaidBaseUnits: BaseUnitsSchema,
        seizedBaseUnits: BaseUnitsSchema,
        profitBaseUnits: SignedBaseUnitsSchema,
      }),
    ),
  }),
  errorCodes: ['MARKET_NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED', 'UNKNOWN_TOKEN', 'ORACLE_FAILED'],
  async read({ market: id, ...params }, ctx) {
    const { morpho: address } = BASE.on(ctx.book)
    ctx.step('market')
    const market = await readMarket(ctx, id)
    const { terms } = market
    const price = requirePrice(market)
    ctx.step('logs')
    const window = await readWindow(ctx, params)
    const logs = await ctx.chain.getContractEvents({
      address,
      abi: morphoAbi,
      eventName: 'Borrow',
      args: { id },
      ...window,
      strict: true,
    })
    ctx.step('positions')
    const borrowers = [...new Set(logs.map(({ args: { onBehalf } }) => onBehalf))]
    const holdings = await ctx.chain.multicall({
      ...inOneCall(ctx.book),
      allowFailure: false,
      contracts: borrowers.map(
        (borrower) => ({ address, abi: morphoAbi, functionName: 'position', args: [id, borrower] }) as const,
      ),
    })
    const positions = borrowers.flatMap((borrower, index) => {
      const holding = holdings[index] as Holding
      const { debt, collateral } = toPosition(market, holding)
      if (debt <= toMostDebt(collateral, price, terms.lltv)) return []
      const { repaid, seized } = liquidateMost(market.totals, holding, price, terms.lltv)
      return [
        {
          borrower,
          debtBaseUnits: debt.toString(),
          collateralBaseUnits: collateral.toString(),
          ltvBps: toLtvBps(debt, toCollateralValue(collateral, price)),
          repaidBaseUnits: repaid.toString(),
          seizedBaseUnits: seized.toString(),
          profitBaseUnits: (toCollateralValue(seized, price) - repaid).toString(),
        },
      ]
    })
    return { market: id, ...describeWindow(window), borrowersFound: borrowers.length, positions }
  },
})
