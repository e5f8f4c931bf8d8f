import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { renderRatio } from '../../kit/pool-price.ts'
import { BASE } from './base.ts'
import {
  describePair,
  describeReserves,
  PAIR_ERROR_CODES,
  PAIR_OUTPUT,
  PAIR_PARAMETERS,
  RESERVES_OUTPUT,
  readPair,
  resolvePair,
} from './pair.ts'

/** Read a V2 pair: reserves, spot price, supply of liquidity, and growth that is shared with the protocol. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_get_v2_pair_info',
  description:
    'Read a Uniswap V2 pair: reserves, spot price, supply of liquidity and growth since the last fee.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['pair'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_get_v2_pair_info reads the Uniswap V2 pair of two tokens: its reserves, spot price, supply of liquidity and whether a share of the fees goes to the protocol.',
  promptGuidelines: ['The spot price can be bent within one transaction: value nothing by it.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(PAIR_PARAMETERS, { additionalProperties: false }),
  output: Type.Object({
    ...PAIR_OUTPUT,
    ...RESERVES_OUTPUT,
    /** Whole token1 for one whole token0. */
    price0In1: Type.String(),
    /** Whole token0 for one whole token1. */
    price1In0: Type.String(),
    feeBps: Type.Integer(),
    liquiditySupplyBaseUnits: BaseUnitsSchema,
    /** Minted to the protocol by the next deposit or withdrawal. */
    protocolLiquidityDueBaseUnits: BaseUnitsSchema,
    isProtocolFeeOn: Type.Boolean(),
    /** Product of the reserves now, and when liquidity last changed; 0 while no share goes to the protocol. */
    k: BaseUnitsSchema,
    kLast: BaseUnitsSchema,
  }),
  errorCodes: PAIR_ERROR_CODES,
  async read(params, ctx) {
    const pair = await resolvePair(ctx, params)
    ctx.step('pair')
    const { reserves, supply, supplyWithFee } = await readPair(ctx, pair)
    const [scaled0, scaled1] = [
      reserves[0] * 10n ** BigInt(pair.token1.decimals),
      reserves[1] * 10n ** BigInt(pair.token0.decimals),
    ]
    return {
      ...describePair(pair),
      ...describeReserves(reserves),
      price0In1: renderRatio(scaled1, scaled0),
      price1In0: renderRatio(scaled0, scaled1),
      feeBps: 30,
      liquiditySupplyBaseUnits: supply.total.toString(),
      protocolLiquidityDueBaseUnits: (supplyWithFee - supply.total).toString(),
      isProtocolFeeOn: supply.isFeeOn,
      k: (reserves[0] * reserves[1]).toString(),
      kLast: supply.kLast.toString(),
    }
  },
})
