import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { BASE } from './base.ts'
import { gasCostOf, PARTS, ROUTE_ERROR_CODES, resolvePair, splitOverRoutes } from './split-route.ts'

const BPS = 10_000

/** Find how a trade is best shared out over routes of Uniswap V2, V3 and V4. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_find_best_route',
  aliases: ['find_best_route'],
  description:
    'Find the routes over Uniswap V2, V3 and V4 that pay the most for an exact input after gas: direct, over one token between, or split.',
  category: 'trading',
  riskTier: 'layer1',
  tickBudget: 'slow',
  progressSteps: ['tokens', 'routes'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_find_best_route quotes an exact input along every direct pool of Uniswap V2, V3 and V4 and along pairs of pools, and tells how to share it out in quarters so that it pays the most after gas.',
  promptGuidelines: [
    'swap-split-route sells along what it finds; for a small amount one route is enough.',
    'Pools of V4 are those without a hook; quote others with uniswap_quote_v4_pool.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { tokenIn: TokenSchema, tokenOut: TokenSchema, amountInBaseUnits: BaseUnitsSchema },
    { additionalProperties: false },
  ),
  output: Type.Object({
    tokenIn: AddressSchema,
    tokenOut: AddressSchema,
    amountInBaseUnits: BaseUnitsSchema,
    /** Before gas. */
    amountOutBaseUnits: BaseUnitsSchema,
    /** Of all legs in the bought token at the head's base fee; null where a price feed is missing, then gas counts nothing. */
    gasCostBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
    legs: Type.Array(
      Type.Object({
        version: Type.String(),
        tokens: Type.Array(AddressSchema),
        /** Of each pool, in hundredths of a basis point. */
        feeTiers: Type.Array(Type.Integer()),
        shareBps: Type.Integer(),
        amountInBaseUnits: BaseUnitsSchema,
        amountOutBaseUnits: BaseUnitsSchema,
        gas: Type.String(),
      }),
    ),
    /** What the best route pays for all of it by itself; null where none takes all of it. */
    singleAmountOutBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
    /** By how much the legs together pay more than that, before gas, rounded down. */
    betterThanSingleBps: Type.Union([Type.Integer(), Type.Null()]),
    routesQuoted: Type.Integer(),
  }),
  errorCodes: ROUTE_ERROR_CODES,
  async read(params, ctx) {
    const amountIn = readAmount(params.amountInBaseUnits, 'amountInBaseUnits')
    ctx.step('tokens')
    const pair = await resolvePair(ctx, params.tokenIn, params.tokenOut)
    ctx.step('routes')
    const found = await splitOverRoutes(ctx, pair, amountIn)
    const amountOut = found.legs.reduce((sum, leg) => sum + leg.amountOut, 0n)
    const single = found.single?.amountOut
    return {
      tokenIn: pair[0].address,
      tokenOut: pair[1].address,
      amountInBaseUnits: amountIn.toString(),
      amountOutBaseUnits: amountOut.toString(),
      gasCostBaseUnits: gasCostOf(found)?.toString() ?? null,
      legs: found.legs.map(({ route, parts, gas, ...leg }) => ({
        version: route.version,
        tokens: route.tokens.map(({ address }) => address),
        feeTiers: [...route.feeTiers],
        shareBps: (parts * BPS) / PARTS,
        amountInBaseUnits: leg.amountIn.toString(),
        amountOutBaseUnits: leg.amountOut.toString(),
        gas: gas.toString(),
      })),
      singleAmountOutBaseUnits: single?.toString() ?? null,
      betterThanSingleBps:
        single === undefined ? null : Number(((amountOut - single) * BigInt(BPS)) / single),
      routesQuoted: found.routesQuoted,
    }
  },
})
