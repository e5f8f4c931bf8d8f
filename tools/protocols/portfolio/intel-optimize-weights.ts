import { ToolError } from '../../core/errors.ts'
import { TokenSchema, Type } from '../../core/schema.ts'
import { resolveToken } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import {
  HISTORY_ERROR_CODES,
  HISTORY_OUTPUT,
  HISTORY_PARAMETERS,
  readPriceHistory,
} from '../../kit/price-history.ts'
import { covariancesOf, minimiseVariance, shareRisk, toBps, varianceParts } from './weights.ts'

const FULL_BPS = 10_000

/** Find how to divide capital among tokens, by how their prices moved together. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_optimize_weights',
  description: 'Find target weights of tokens by least variance or equal parts of the risk, under a cap.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['latest', 'rounds', 'compute'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_optimize_weights divides capital among two to eight tokens by their past price moves: least variance, or the same part of the risk for each, under a cap.',
  promptGuidelines: [
    'It looks at risk alone and expects no return of any token.',
    'A token whose price never moved takes all that the cap allows for least variance, and cannot share risk.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      tokens: Type.Array(TokenSchema, { minItems: 2, maxItems: 8, uniqueItems: true }),
      method: Type.Optional(
        Type.Union([Type.Literal('minimum-variance'), Type.Literal('risk-parity')], {
          description: 'minimum-variance by default',
        }),
      ),
      maxWeightBps: Type.Optional(
        Type.Integer({ minimum: 1, maximum: FULL_BPS, description: 'most of any token; all by default' }),
      ),
      ...HISTORY_PARAMETERS,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    method: Type.String(),
    ...HISTORY_OUTPUT,
    /** Standard deviation of the returns of one step under these weights, and under equal ones. */
    deviation: Type.Number(),
    equalWeightDeviation: Type.Number(),
    /** The weights add up to 10 000. */
    tokens: Type.Array(
      Type.Object({ symbol: Type.String(), weightBps: Type.Integer(), riskShareBps: Type.Integer() }),
    ),
  }),
  errorCodes: ['INVALID_PARAMS', 'UNKNOWN_TOKEN', ...HISTORY_ERROR_CODES],
  async read({ tokens: references, method = 'minimum-variance', maxWeightBps = FULL_BPS, ...asked }, ctx) {
    if (maxWeightBps * references.length < FULL_BPS) {
      const problem = `leaves a part without a token: expected at least ${Math.ceil(FULL_BPS / references.length)}`
      throw new ToolError('INVALID_PARAMS', { path: '/maxWeightBps', problem })
    }
    const tokens = await Promise.all(references.map((reference) => resolveToken(ctx, reference)))
    const { returns, ...history } = await readPriceHistory(ctx, tokens, asked)
    ctx.step('compute')
    const covariances = covariancesOf(returns)
    const still = tokens.find((_, index) => !((covariances[index]?.[index] ?? 0) > 0))
    if (method === 'risk-parity' && still) {
      throw new ToolError('NOT_FOUND', {
        subject: `a move of ${still.symbol}`,
        reason: 'its price stood still, so that it has no part in any risk',
      })
    }
    const cap = maxWeightBps / FULL_BPS
    const weightsBps = toBps(
      method === 'risk-parity' ? shareRisk(covariances, cap) : minimiseVariance(covariances, cap),
      maxWeightBps,
    )
    const weights = weightsBps.map((weight) => weight / FULL_BPS)
    const parts = varianceParts(weights, covariances)
    const variance = sum(parts)
    const equal = varianceParts(
      tokens.map(() => 1 / tokens.length),
      covariances,
    )
    return {
      method,
      ...history,
      deviation: round6(Math.sqrt(Math.max(variance, 0))),
      equalWeightDeviation: round6(Math.sqrt(Math.max(sum(equal), 0))),
      tokens: tokens.map(({ symbol }, index) => ({
        symbol,
        weightBps: weightsBps[index] ?? 0,
        riskShareBps: variance > 0 ? Math.round(((parts[index] ?? 0) / variance) * FULL_BPS) : 0,
      })),
    }
  },
})

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

const round6 = (value: number) => Math.round(value * 1e6) / 1e6
