import { erc20Abi } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { divideUp } from '../../kit/divide-up.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { poolAbi } from './abi.ts'
import { BASE } from './base.ts'
import { describeToken, RateSchema, TOKEN_OUTPUT } from './describe.ts'
import { describeRate, RAY } from './rates.ts'
import { RESERVE_ERROR_CODES, resolveReserve } from './reserve.ts'

/** Read one reserve: rates, indexes, use, caps and liquidity. */
export const TOOL_DEF = defineReadTool({
  name: 'aave_get_reserve_data',
  description: 'Read one reserve of Aave V3: rates, indexes, utilisation, caps and available liquidity.',
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['reserve', 'totals'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'aave_get_reserve_data reads one Aave V3 reserve: supply and borrow rate, how much is supplied, owed and still available, its caps and its indexes.',
  promptGuidelines: ['What is available bounds withdrawing as well as borrowing.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ token: TokenSchema }, { additionalProperties: false }),
  output: Type.Object({
    ...TOKEN_OUTPUT,
    aToken: AddressSchema,
    variableDebtToken: AddressSchema,
    supplyRate: RateSchema,
    borrowRate: RateSchema,
    suppliedBaseUnits: BaseUnitsSchema,
    borrowedBaseUnits: BaseUnitsSchema,
    availableBaseUnits: BaseUnitsSchema,
    utilisationBps: Type.Integer(),
    /** What the caps still let in and out; null where there is none. */
    supplyRoomBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
    borrowRoomBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
    /** In ray, at this block. */
    supplyIndex: BaseUnitsSchema,
    borrowIndex: BaseUnitsSchema,
    reserveFactorBps: Type.Integer(),
    isActive: Type.Boolean(),
    isFrozen: Type.Boolean(),
    isPaused: Type.Boolean(),
    canBorrow: Type.Boolean(),
  }),
  errorCodes: RESERVE_ERROR_CODES,
  async read(params, ctx) {
    ctx.step('reserve')
    const reserve = await resolveReserve(ctx, params.token)
    const { token, configuration } = reserve
    ctx.step('totals')
    const { pool } = BASE.on(ctx.book)
    const ofToken = (address: typeof pool) =>
      ({ address, abi: erc20Abi, functionName: 'totalSupply' }) as const
    const ofPool = (functionName: 'getReserveNormalizedIncome' | 'getReserveNormalizedVariableDebt') =>
      ({ address: pool, abi: poolAbi, functionName, args: [token.address] }) as const
    const [supplied, borrowed, available, supplyIndex, borrowIndex] = await ctx.chain.multicall({
      ...inOneCall(ctx.book),
      allowFailure: false,
      contracts: [
        ofToken(reserve.aToken),
        ofToken(reserve.variableDebt),
        { address: token.address, abi: erc20Abi, functionName: 'balanceOf', args: [reserve.aToken] },
        ofPool('getReserveNormalizedIncome'),
        ofPool('getReserveNormalizedVariableDebt'),
      ],
    })
    // What the treasury is due fills the supply's cap (core-v3 `ValidationLogic.validateSupply`), that of the interest since the last update included.
    const grown = borrowed - (borrowed * reserve.variableBorrowIndex) / borrowIndex
    const due =
      divideUp(reserve.accruedToTreasury * supplyIndex, RAY) +
      divideUp(grown * BigInt(configuration.factorBps), 10_000n)
    const room = (cap: bigint, used: bigint) => {
      if (cap === 0n) return null
      const limit = cap * 10n ** BigInt(configuration.decimals)
      return (limit > used ? limit - used : 0n).toString()
    }
    const { isActive, isFrozen, isPaused, canBorrow } = configuration
    return {
      ...describeToken(reserve),
      aToken: reserve.aToken,
      variableDebtToken: reserve.variableDebt,
      supplyRate: describeRate(reserve.supplyRate),
      borrowRate: describeRate(reserve.borrowRate),
      suppliedBaseUnits: supplied.toString(),
      borrowedBaseUnits: borrowed.toString(),
      availableBaseUnits: available.toString(),
      utilisationBps: borrowed === 0n ? 0 : Number((borrowed * 10_000n) / (available + borrowed)),
      supplyRoomBaseUnits: room(configuration.supplyCap, supplied + due),
      borrowRoomBaseUnits: room(configuration.borrowCap, borrowed),
      supplyIndex: supplyIndex.toString(),
      borrowIndex: borrowIndex.toString(),
      reserveFactorBps: configuration.factorBps,
      ...{ isActive, isFrozen, isPaused, canBorrow },
    }
  },
})
