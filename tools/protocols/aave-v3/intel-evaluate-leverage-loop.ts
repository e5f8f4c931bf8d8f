import { formatUnits } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { readEModes } from './account.ts'
import { BASE } from './base.ts'
import { findClosure } from './configuration.ts'
import { sharesOf } from './health.ts'
import { toLoopHealth } from './loop-health.ts'
import { compoundYearly, renderPercent } from './rates.ts'
import { pickReserve, RESERVE_ERROR_CODES, readReserves } from './reserve.ts'

/** Work out what a leveraged position in two reserves would earn, and what it would stand. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_evaluate_leverage_loop',
  description: 'Work out the net APY, liquidation distance and break-even rate of a leverage loop.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['reserves'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_evaluate_leverage_loop works out what a leveraged Aave V3 position in a collateral and a debt would earn a year, how far it is from liquidation, and which rate breaks even.',
  promptGuidelines: ['Rates are those of now: the loop itself and others move them.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      collateral: TokenSchema,
      debt: TokenSchema,
      leverageBps: Type.Integer({
        minimum: 10_001,
        maximum: 200_000,
        description: 'collateral for 10 000 of own capital: 20 000 is two times',
      }),
      eModeCategory: Type.Optional(Type.Integer({ minimum: 0, maximum: 255 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    collateral: Type.String(),
    debt: Type.String(),
    supplyApyPercent: Type.String(),
    borrowApyPercent: Type.String(),
    /** Yearly, on the own capital. */
    netApyPercent: Type.String(),
    /** Borrow APY at which it earns nothing. */
    breakEvenBorrowApyPercent: Type.String(),
    mostLeverageBps: Type.Integer(),
    /** Whether the collateral lends as much, and both reserves are open to it. */
    isWithinLimits: Type.Boolean(),
    healthFactor: Type.String(),
    /** How far the collateral may fall against the debt; below zero where it is past that, null where it secures nothing. */
    liquidationDistancePercent: Type.Union([Type.String(), Type.Null()]),
  }),
  errorCodes: [...RESERVE_ERROR_CODES, 'SAME_TOKEN', 'NOT_FOUND'],
  async read(params, ctx) {
    const tokens = await Promise.all([params.collateral, params.debt].map((name) => resolveErc20(ctx, name)))
    if (tokens[0]?.address === tokens[1]?.address) {
      throw new ToolError('SAME_TOKEN', { token: tokens[0]?.symbol ?? params.debt })
    }
    ctx.step('reserves')
    const reserves = await readReserves(ctx)
    const [collateral, debt] = tokens.map((token) => pickReserve(reserves, token))
    if (collateral === undefined || debt === undefined) throw new Error('two tokens have two reserves')
    const { ltvBps, thresholdBps } = sharesOf({ reserve: collateral }, await chooseEMode())
    const leverage = BigInt(params.leverageBps)
    const owed = leverage - 10_000n
    const [supplyApy, borrowApy] = [compoundYearly(collateral.supplyRate), compoundYearly(debt.borrowRate)]
    const { healthWad, distanceBps } = toLoopHealth(leverage, BigInt(thresholdBps))
    const mostLeverageBps = Math.floor(100_000_000 / (10_000 - ltvBps))
    return {
      collateral: collateral.token.symbol,
      debt: debt.token.symbol,
      supplyApyPercent: renderPercent(supplyApy),
      borrowApyPercent: renderPercent(borrowApy),
      netApyPercent: renderPercent((supplyApy * leverage - borrowApy * owed) / 10_000n),
      breakEvenBorrowApyPercent: renderPercent((supplyApy * leverage) / owed),
      mostLeverageBps,
      isWithinLimits:
        params.leverageBps <= mostLeverageBps &&
        findClosure(collateral.configuration, 'supply') === undefined &&
        findClosure(debt.configuration, 'borrow') === undefined,
      healthFactor: formatUnits(healthWad, 18),
      liquidationDistancePercent: distanceBps === undefined ? null : formatUnits(distanceBps, 2),
    }

    async function chooseEMode() {
      const id = params.eModeCategory ?? 0
      if (id === 0) return undefined
      const eMode = (await readEModes(ctx, reserves)).get(id)
      if (eMode !== undefined && debt?.configuration.eModeCategory === id) return eMode
      throw new ToolError('NOT_FOUND', {
        subject: `e-mode category ${id} of the debt`,
        reason: 'only assets of the category are borrowed in it',
      })
    }
  },
})
