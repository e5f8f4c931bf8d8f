import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { irmAbi } from './abi.ts'
import { BASE } from './base.ts'
import { CURVE, driftRate, rateAt } from './curve.ts'
import { MarketIdSchema, readMarket } from './market.ts'
import { toApyBps, toUtilisation } from './maths.ts'

const DAY_SECONDS = 86_400n

/** Where the curve is shown: unused, halfway, at its target, and used up. */
const POINTS_BPS = [0, 4_500, 8_000, 9_000, 9_500, 10_000] as const

const toBps = (wad: bigint) => Number(wad / 10n ** 14n)

/** Read a market's adaptive rate curve: its rate at the target, its drift, and rates at other utilisations. */
export const TOOL_DEF = defineReadTool({
  name: 'morpho_get_irm_curve',
  description: "Read a Morpho market's adaptive rate curve and its drift.",
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['market', 'curve'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'morpho_get_irm_curve reads the adaptive interest rate curve of a Morpho Blue market: the rate at its target, how it drifts at the present utilisation, and rates at others.',
  promptGuidelines: ['Above the target the whole curve rises as long as it lasts, below it falls.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ market: MarketIdSchema }, { additionalProperties: false }),
  output: Type.Object({
    market: MarketIdSchema,
    irm: AddressSchema,
    utilisationBps: Type.Integer(),
    targetUtilisationBps: Type.Integer(),
    /** As it was when interest was last booked. */
    bookedRateAtTargetWad: Type.String(),
    /** As it is now, by the drift since then. */
    rateAtTargetWad: Type.String(),
    rateAtTargetApyBps: Type.Integer(),
    /** Where a day at the present utilisation takes it. */
    rateAtTargetTomorrowWad: Type.String(),
    points: Type.Array(
      Type.Object({ utilisationBps: Type.Integer(), rateWad: Type.String(), apyBps: Type.Integer() }),
    ),
  }),
  errorCodes: ['MARKET_NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED', 'UNKNOWN_TOKEN', 'NOT_FOUND'],
  async read({ market: id }, ctx) {
    ctx.step('market')
    const { irm } = BASE.on(ctx.book)
    const market = await readMarket(ctx, id)
    if (!isAddressEqual(market.terms.irm, irm)) {
      throw new ToolError('NOT_FOUND', {
        subject: `the curve of ${id}`,
        reason: `its rate model ${market.terms.irm} is not the adaptive curve ${irm}`,
      })
    }
    ctx.step('curve')
    const booked = await ctx.chain.readContract({
      address: irm,
      abi: irmAbi,
      functionName: 'rateAtTarget',
      args: [id],
    })
    const utilisation = toUtilisation(market.totals)
    const current = driftRate(booked, utilisation, BigInt(market.nowSeconds - market.lastUpdateSeconds))
    return {
      market: id,
      irm,
      utilisationBps: toBps(utilisation),
      targetUtilisationBps: toBps(CURVE.targetUtilisation),
      bookedRateAtTargetWad: booked.toString(),
      rateAtTargetWad: current.toString(),
      rateAtTargetApyBps: toApyBps(current),
      rateAtTargetTomorrowWad: driftRate(current, utilisation, DAY_SECONDS).toString(),
      points: POINTS_BPS.map((utilisationBps) => {
        const rate = rateAt(current, BigInt(utilisationBps) * 10n ** 14n)
        return { utilisationBps, rateWad: rate.toString(), apyBps: toApyBps(rate) }
      }),
    }
  },
})
