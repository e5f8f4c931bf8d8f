import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { magnitude, toBps } from './analysis/fixed-point.ts'
import { markoutsAt } from './analysis/markout.ts'
import { BASE } from './base.ts'
import {
  describeHistory,
  HISTORY_ERROR_CODES,
  HISTORY_OUTPUT,
  HISTORY_PARAMETERS,
  readPoolHistory,
} from './swap-history.ts'

const USUAL_HORIZONS_SECONDS = [0, 60, 300, 3_600]

/** Compute what a V3 pool's liquidity gained or lost on past swaps some time after them. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_compute_markout',
  description:
    "Compute what a Uniswap V3 pool's liquidity made of past swaps at several horizons after them.",
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_compute_markout values what the liquidity of a Uniswap V3 pool took and gave in past swaps at the price of some time later: below zero, traders knew more.',
  promptGuidelines: [
    'Fees are part of it. Swaps whose horizon lies beyond the range of blocks are left out.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...HISTORY_PARAMETERS,
      horizonsSeconds: Type.Optional(
        Type.Array(Type.Integer({ minimum: 0, maximum: 86_400 }), {
          minItems: 1,
          maxItems: 10,
          description: 'seconds after a swap; 0, 60, 300 and 3600 by default',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...HISTORY_OUTPUT,
    markouts: Type.Array(
      Type.Object({
        horizonSeconds: Type.Integer(),
        swapCount: Type.Integer(),
        volume1BaseUnits: BaseUnitsSchema,
        /** Of liquidity, base units of token1; below zero is a loss. */
        gainIn1BaseUnits: SignedBaseUnitsSchema,
        /** Of the volume. */
        gainBps: Type.Integer(),
      }),
    ),
  }),
  errorCodes: HISTORY_ERROR_CODES,
  async read({ horizonsSeconds = USUAL_HORIZONS_SECONDS, ...params }, ctx) {
    ctx.step('logs')
    const history = await readPoolHistory(ctx, params, 1)
    const { swaps, window } = history
    return {
      ...describeHistory(history),
      markouts: horizonsSeconds.map((horizonSeconds) => {
        const known = markoutsAt(swaps, horizonSeconds, window.endSeconds)
        const gain = known.reduce((sum, markout) => sum + markout.gain1, 0n)
        const volume = known.reduce((sum, { swap }) => sum + magnitude(swap.amount1), 0n)
        return {
          horizonSeconds,
          swapCount: known.length,
          volume1BaseUnits: volume.toString(),
          gainIn1BaseUnits: gain.toString(),
          gainBps: toBps(gain, volume),
        }
      }),
    }
  },
})
