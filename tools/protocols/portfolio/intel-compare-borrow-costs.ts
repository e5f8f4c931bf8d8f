import { BaseUnitsSchema, HexSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { readAllRates, UNREAD_OUTPUT } from './rates.ts'

/** Compare what a debt of a size costs against one collateral, over every lending market that is known. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_compare_borrow_costs',
  description:
    'Compare what borrowing an amount against one collateral costs in every known lending market, the cheapest first.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['rates'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_compare_borrow_costs ranks the lending markets of all protocols by the yearly rate that a debt of a size would cost there once it is drawn, with the most that a collateral secures.',
  promptGuidelines: ['A market that has less than the amount is left out, and told as short.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    { collateralToken: TokenSchema, debtToken: TokenSchema, amountBaseUnits: BaseUnitsSchema },
    { additionalProperties: false },
  ),
  output: Type.Object({
    collateralSymbol: Type.String(),
    debtSymbol: Type.String(),
    /** The lowest cost first. */
    markets: Type.Array(
      Type.Object({
        protocol: Type.String(),
        place: HexSchema,
        /** Of a year, compounded, with the amount borrowed; rounded up. */
        borrowApyBps: Type.Integer(),
        /** Most that may be owed of what the collateral is worth. */
        maxLtvBps: Type.Integer(),
        availableBaseUnits: BaseUnitsSchema,
      }),
    ),
    /** Markets that take the collateral and have less than the amount, or do not lend it now. */
    short: Type.Array(
      Type.Object({ protocol: Type.String(), place: HexSchema, availableBaseUnits: BaseUnitsSchema }),
    ),
    unread: UNREAD_OUTPUT,
  }),
  errorCodes: ['UNKNOWN_TOKEN', 'ZERO_AMOUNT'],
  async read(params, ctx) {
    const borrowBaseUnits = readAmount(params.amountBaseUnits)
    const [collateral, token] = await Promise.all([
      resolveErc20(ctx, params.collateralToken),
      resolveErc20(ctx, params.debtToken),
    ])
    ctx.step('rates')
    const { rates, unread } = await readAllRates(ctx, { token, collateral, borrowBaseUnits })
    const taking = rates.flatMap(({ maxLtvBps, availableBaseUnits, ...rate }) =>
      maxLtvBps === undefined
        ? []
        : [{ ...rate, maxLtvBps, availableBaseUnits: availableBaseUnits.toString() }],
    )
    return {
      collateralSymbol: collateral.symbol,
      debtSymbol: token.symbol,
      markets: taking
        .flatMap(({ protocol, place, borrowApyBps, maxLtvBps, availableBaseUnits }) =>
          borrowApyBps === undefined
            ? []
            : [{ protocol, place, borrowApyBps, maxLtvBps, availableBaseUnits }],
        )
        .toSorted((a, b) => a.borrowApyBps - b.borrowApyBps),
      short: taking
        .filter(({ borrowApyBps }) => borrowApyBps === undefined)
        .map(({ protocol, place, availableBaseUnits }) => ({ protocol, place, availableBaseUnits })),
      unread,
    }
  },
})
