import { formatUnits } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { poolAbi } from './abi.ts'
import { BASE } from './base.ts'
import { RANGE_OUTPUT, RANGE_PARAMETERS } from './describe.ts'
import { readPast } from './past.ts'
import { pickReserve, RESERVE_ERROR_CODES, readReserves } from './reserve.ts'

/** Digits that prices of collateral in debt are reported to. */
const PRICE_DECIMALS = 18

/** List past liquidations. */
export const TOOL_DEF = defineReadTool({
  name: 'aave_list_liquidations',
  description: 'List past liquidations with sizes, bonus and price.',
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['reserves', 'logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'aave_list_liquidations lists recent liquidations in Aave V3: who was liquidated by whom, how much debt was repaid, what was seized and at which price.',
  promptGuidelines: ['The price is debt for one whole collateral, the bonus included.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(RANGE_PARAMETERS, { additionalProperties: false }),
  output: Type.Object({
    ...RANGE_OUTPUT,
    liquidations: Type.Array(
      Type.Object({
        blockNumber: Type.String(),
        transactionHash: HashSchema,
        account: AddressSchema,
        liquidator: AddressSchema,
        debt: AddressSchema,
        debtBaseUnits: BaseUnitsSchema,
        collateral: AddressSchema,
        collateralBaseUnits: BaseUnitsSchema,
        /** Whole units of the debt that were repaid for one whole unit of collateral. */
        price: Type.String(),
        /** What the reserve grants now on top of the debt. */
        bonusBps: Type.Integer(),
      }),
    ),
  }),
  errorCodes: RESERVE_ERROR_CODES,
  async read(range, ctx) {
    ctx.step('reserves')
    const reserves = await readReserves(ctx)
    ctx.step('logs')
    const past = await readPast(ctx, range, ({ fromBlock, toBlock }) =>
      ctx.chain.getContractEvents({
        address: BASE.on(ctx.book).pool,
        abi: poolAbi,
        eventName: 'LiquidationCall',
        fromBlock,
        toBlock,
        strict: true,
      }),
    )
    return {
      ...past.range,
      liquidations: past.logs.map(({ blockNumber, transactionHash, args }) => {
        const debt = pickReserve(reserves, { address: args.debtAsset, symbol: args.debtAsset })
        const collateral = pickReserve(reserves, {
          address: args.collateralAsset,
          symbol: args.collateralAsset,
        })
        const { debtToCover, liquidatedCollateralAmount } = args
        const scale = 10n ** BigInt(PRICE_DECIMALS + collateral.token.decimals - debt.token.decimals)
        return {
          blockNumber: blockNumber.toString(),
          transactionHash,
          account: args.user,
          liquidator: args.liquidator,
          debt: debt.token.address,
          debtBaseUnits: debtToCover.toString(),
          collateral: collateral.token.address,
          collateralBaseUnits: liquidatedCollateralAmount.toString(),
          price:
            liquidatedCollateralAmount === 0n
              ? '0'
              : formatUnits((debtToCover * scale) / liquidatedCollateralAmount, PRICE_DECIMALS),
          bonusBps: Math.max(collateral.configuration.bonusBps - 10_000, 0),
        }
      }),
    }
  },
})
