import { ToolError } from '../../core/errors.ts'
import { TokenSchema, Type } from '../../core/schema.ts'
import { resolveToken } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { betaOf, correlationOf, deviationOf, gridOf, returnsOn } from './returns.ts'
import { listRoundIds, pickFeed, readLatest, readRounds } from './rounds.ts'

/** Below so many returns nothing can be said. */
const LEAST_RETURNS = 3

const DEFAULT_STEP_SECONDS = 3_600
const DEFAULT_ROUNDS = 100

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
      rounds: Type.Optional(
        Type.Integer({
          minimum: 4,
          maximum: 100,
          description: `rounds of each feed, ${DEFAULT_ROUNDS} by default`,
        }),
      ),
      stepSeconds: Type.Optional(
        Type.Integer({
          minimum: 10,
          maximum: 604_800,
          description: `time between two prices, ${DEFAULT_STEP_SECONDS} by default`,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    benchmark: Type.String(),
    fromSeconds: Type.Integer(),
    toSeconds: Type.Integer(),
    stepSeconds: Type.Integer(),
    returnCount: Type.Integer(),
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
  errorCodes: ['UNKNOWN_TOKEN', 'NO_PRICE', 'NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED'],
  async read({ tokens: references, rounds: most = DEFAULT_ROUNDS, stepSeconds = DEFAULT_STEP_SECONDS }, ctx) {
    const tokens = await Promise.all(references.map((reference) => resolveToken(ctx, reference)))
    ctx.step('latest')
    const latest = await readLatest(
      ctx,
      tokens.map((token) => pickFeed(token).address),
    )
    ctx.step('rounds')
    const wanted = latest.flatMap(({ feed, roundId }) =>
      listRoundIds(roundId, most).map((id) => ({ feed, roundId: id })),
    )
    const read = await readRounds(ctx, wanted)
    ctx.step('compute')
    const series = latest.map(({ feed, decimals }) =>
      read.flatMap((round, index) =>
        round && wanted[index]?.feed === feed && round.answer > 0n
          ? [{ updatedAtSeconds: round.updatedAtSeconds, price: Number(round.answer) / 10 ** decimals }]
          : [],
      ),
    )
    const toSeconds = Math.max(...latest.map(({ updatedAtSeconds }) => updatedAtSeconds))
    const grid = gridOf(series, toSeconds, stepSeconds)
    const returns = series.map((prices) => returnsOn(grid, prices))
    const returnCount = Math.max(grid.length - 1, 0)
    if (returnCount < LEAST_RETURNS) {
      throw new ToolError('NOT_FOUND', {
        subject: 'a common history of the prices',
        reason: `the rounds hold ${returnCount} steps of ${stepSeconds} s, needed ${LEAST_RETURNS}`,
      })
    }
    const own = tokens.map(({ symbol }, index) => ({ symbol, moved: returns[index] ?? [] }))
    const benchmark = own[0]?.moved ?? []
    return {
      benchmark: tokens[0]?.symbol ?? '',
      fromSeconds: grid[0] ?? toSeconds,
      toSeconds,
      stepSeconds,
      returnCount,
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
