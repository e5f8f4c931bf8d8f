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
import { betaOf, correlationOf, deviationOf } from '../../kit/returns.ts'

const NullableNumber = Type.Union([Type.Number(), Type.Null()])

/** Compute how the prices of tokens move together, from the rounds of their feeds. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_compute_correlation',
  description: 'Compute return correlations and betas between tokens from their price feeds.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['latest', 'rounds', 'compute'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_compute_correlation computes how the prices of two to eight tokens moved together by their feeds, and the beta of each to the first.',
  promptGuidelines: ['Correlations change, and rise in a crash: do not take a hedge for certain.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      tokens: Type.Array(TokenSchema, {
        minItems: 2,
        maxItems: 8,
        uniqueItems: true,
        description: 'the first one is the benchmark of the betas',
      }),
      ...HISTORY_PARAMETERS,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    benchmark: Type.String(),
    ...HISTORY_OUTPUT,
    tokens: Type.Array(
      Type.Object({
        symbol: Type.String(),
        /** Standard deviation of the returns of one step. */
        deviation: Type.Number(),
        /** Null where the benchmark never moved. */
        beta: NullableNumber,
      }),
    ),
    pairs: Type.Array(
      Type.Object({
        a: Type.String(),
        b: Type.String(),
        /** Null where one of both never moved. */
        correlation: NullableNumber,
      }),
    ),
  }),
  errorCodes: ['UNKNOWN_TOKEN', ...HISTORY_ERROR_CODES],
  async read({ tokens: references, ...asked }, ctx) {
    const tokens = await Promise.all(references.map((reference) => resolveToken(ctx, reference)))
    const { returns, ...history } = await readPriceHistory(ctx, tokens, asked)
    ctx.step('compute')
    const own = tokens.map(({ symbol }, index) => ({ symbol, moved: returns[index] ?? [] }))
    const benchmark = own[0]?.moved ?? []
    return {
      benchmark: tokens[0]?.symbol ?? '',
      ...history,
      tokens: own.map(({ symbol, moved }) => ({
        symbol,
        deviation: round6(deviationOf(moved)),
        beta: orNull(betaOf(moved, benchmark)),
      })),
      pairs: own.flatMap((a, index) =>
        own.slice(index + 1).map((b) => ({
          a: a.symbol,
          b: b.symbol,
          correlation: orNull(correlationOf(a.moved, b.moved)),
        })),
      ),
    }
  },
})

const round6 = (value: number) => Math.round(value * 1e6) / 1e6

const orNull = (value: number | undefined) => (value === undefined ? null : round6(value))
